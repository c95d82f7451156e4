"""What is wrong with a filter line, and at which character."""


class FilterError(Exception):
    """A filter line that says nothing, with the place and what was expected there."""

    def __init__(self, line: str, at: int, reason: str) -> None:
        super().__init__(f"character {at + 1}: {reason}")
        self.line = line
        self.at = at
        """Index of the character, from 0; the length of the line where it ends too early."""
        self.reason = reason

    def pointed(self) -> str:
        """The line with a caret under the character, for a fixed-width font."""
        # A tab would move the caret; other invisible characters are escaped where text is shown.
        return f"{self.line.translate(_SPACES)}\n{' ' * self.at}^ {self.reason}"


_SPACES = str.maketrans("\t\n\r", "   ")
