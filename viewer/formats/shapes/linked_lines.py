"""Lines that name the line they follow: the path to the newest message, and the paths that were left."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.branches import branch
from viewer.formats.build import EntryOf, RunBuilder
from viewer.formats.shapes.transcript_tree import Node, Path, paths
from viewer.model.run import Branch

AnyRecord = Record | BadRecord
_SHOWN = 20


class Link(msgspec.Struct, gc=False):
    """What a line tells of its place."""

    node: Node
    """Its `parent` is found here."""
    id: str | None = None
    parent: str | None = None
    """Id of the line that it follows."""
    starts: bool = False
    """True: it says that it follows none, so that it starts anew where another line has an id."""
    is_head: bool = False
    """True: it stands for the session and is no entry of it."""


class LinkedLines:
    """The lines of a session. One that names no parent, or one that is not in the file, follows the line before."""

    def __init__(self, records: Sequence[AnyRecord], link_of: Callable[[dict[str, Any]], Link]) -> None:
        self.loose: list[int] = []
        """Records whose parent is not in the file before them."""
        self._records = records
        self._nodes = [Node(-1, "link")]
        self._at: dict[str, int] = {}
        has_entries = False
        for record in records:
            before = len(self._nodes) - 1
            value = record.value if type(record) is Record else None
            if type(value) is not dict:
                self._nodes.append(Node(before, "link"))
                continue
            link = link_of(value)
            parent = before
            if link.parent is not None:
                found = self._at.get(link.parent)
                if found is None:
                    self.loose.append(record.number)
                else:
                    parent = found
            elif link.starts and has_entries:
                parent = 0
            link.node.parent = parent
            self._nodes.append(link.node)
            if link.id is not None:
                self._at[link.id] = record.number
                has_entries = has_entries or not link.is_head

    def number_of(self, line_id: str) -> int | None:
        """The record with this id."""
        return self._at.get(line_id)

    def read(self, builder: RunBuilder, entry_of: EntryOf) -> tuple[Branch, ...]:
        """Give the builder the path to the newest message; returns the paths that were left."""
        found = paths(self._nodes)
        builder.map(self._of(found[0]), entry_of)
        if len(found) == 1:
            return ()
        places = sorted((number, message.index) for message in builder.messages for number in message.records)
        left = [self._branch(builder, places, path, entry_of) for path in found[1:]]
        return tuple(one for one in left if one is not None)

    def notes(self) -> tuple[str, ...]:
        """What was met on reading."""
        if not self.loose:
            return ()
        numbers = ", ".join(map(str, self.loose[:_SHOWN])) + (", …" if len(self.loose) > _SHOWN else "")
        return (f"records {numbers} name a parent that no readable line has; read as following in file order",)

    def _of(self, path: Path) -> list[AnyRecord]:
        return [self._records[node - 1] for node in path.nodes if node]

    def _branch(
        self, builder: RunBuilder, places: list[tuple[int, int]], left: Path, entry_of: EntryOf
    ) -> Branch | None:
        """A path that was left, after the last message of the main list that stands before it in the file."""
        place = bisect_right(places, (left.leaves, len(builder.messages)))
        at = places[place - 1][1] if place else -1
        why = f"record {left.nodes[0]} follows record {left.leaves}, as a newer entry does: this path was left"
        return branch(builder, at, self._of(left), entry_of, why)
