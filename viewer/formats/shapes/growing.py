"""Files of one run whose lines are mapped one after another, so that more may be added to them."""

from collections.abc import Callable, Sequence

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import EntryOf, RunBuilder
from viewer.model.run import Run


class GrowingRun:
    """One run as far as its lines are mapped."""

    def __init__(self, builder: RunBuilder, entry_of: EntryOf, finish: Callable[[int], Run]) -> None:
        """Begin with no line.

        Args:
            builder: takes the lines.
            entry_of: maps a line; it may keep what later lines need.
            finish: makes the run of so many lines, as often as it is asked.
        """
        self._builder = builder
        self._entry_of = entry_of
        self._finish = finish
        self._count = 0

    def add(self, records: Sequence[Record | BadRecord]) -> bool:
        """Map further lines, which never fails."""
        self._count += len(records)
        self._builder.map(records, self._entry_of)
        return True

    def runs(self) -> list[Run]:
        """The run of all lines so far."""
        return [self._finish(self._count)]


def grown(growing: GrowingRun, records: Sequence[Record | BadRecord]) -> Run:
    """The run of all these lines, where none was mapped before."""
    growing.add(records)
    return growing.runs()[0]
