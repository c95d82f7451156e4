"""The one error a user meets: a source that cannot be read as a run."""


class RunFileError(Exception):
    """A source holds no run that can be read.

    Args:
        place: where, as the user knows it: a path, with a line or byte where known.
        reason: what was found there and what to do about it, as one sentence.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason

    def __reduce__(self) -> tuple[type["RunFileError"], tuple[str, str]]:
        """Cross process borders whole: a pool's worker hands this error back by pickle."""
        return RunFileError, (self.place, self.reason)


class AmbiguousFormatError(RunFileError):
    """Several formats recognise a source equally well; the user has to choose one."""

    def __init__(self, place: str, formats: tuple[str, ...]) -> None:
        listed = " and ".join(formats)
        super().__init__(place, f"looks equally like {listed}: choose one with --format {formats[0]}")
        self.formats = formats

    def __reduce__(self) -> tuple[type["AmbiguousFormatError"], tuple[str, tuple[str, ...]]]:  # type: ignore[override]  # other arguments than its parent, on purpose
        return AmbiguousFormatError, (self.place, self.formats)
