"""A value taken out of its block, masked as it is in the block: by the name it has there, or by the words around it."""

from collections.abc import Set

from viewer.masking import masked
from viewer.model.block import Text, ToolUse
from viewer.model.position import Position, parse_json_path
from viewer.model.run import Run
from viewer.plain import one_line

MASKED = "⟦masked⟧"


class ShownValues:
    """The values of one run; the block asked for last is kept, since its values come one after the other."""

    def __init__(self, run: Run, revealed: Set[str] = frozenset()) -> None:
        self._run = run
        self._revealed = revealed
        self._block: tuple[int, int | None] | None = None
        self._masked = ""

    def of(self, at: Position, text: str, longest: int) -> str:
        """A value on one line, at most so many characters."""
        block = self._run.messages[at.message].blocks[at.block or 0]
        if isinstance(block, ToolUse):
            return named_value(_name(at.path), text, longest, self._revealed)
        if (at.message, at.block) != self._block:
            self._block = (at.message, at.block)
            self._masked = masked(block.text, self._revealed).text if isinstance(block, Text) else ""
        return one_line(text, longest) if text in self._masked else MASKED


def named_value(name: str, text: str, longest: int, revealed: Set[str] = frozenset()) -> str:
    """A value that stands under a name, masked where the name promises a secret."""
    whole = masked(f'{name}="{text}"', revealed)
    if not whole.values:
        return one_line(text, longest)
    return one_line(whole.text.partition('="')[2].removesuffix('"'), longest)


def _name(path: str | None) -> str:
    """The argument's name: the last key of its path that is no number."""
    keys = parse_json_path(path) if path else ()
    return next((key for key in reversed(keys) if isinstance(key, str)), "")
