"""Conversations of Ankole: responses form a tree; the path to the newest is the run, what was left are branches."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from viewer.decode.document import Record
from viewer.formats.ankole_row import Rows
from viewer.formats.ankole_row_facts import attributes, ending, exit_status, notes, stated
from viewer.formats.ankole_tree import AnyRecord, Row, tree
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside
from viewer.formats.shapes.transcript_tree import Node, paths
from viewer.model.message import Message
from viewer.model.run import Branch, Run
from viewer.model.source import RecordArray

_LEFT = "a newer row follows the same row: this path was left"


@dataclass(eq=False)
class Artifacts:
    """Compaction artifacts of a file, by the id that checkpoints name."""

    records: list[AnyRecord]
    rows: dict[str, Row] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    """Records that a checkpoint named."""

    def __post_init__(self) -> None:
        """Sort them."""
        for record in self.records:
            value = record.value if type(record) is Record else None
            if type(value) is dict and value.get("id") is not None:
                key = str(value["id"]).removeprefix("cmp_")
                self.rows.setdefault(key, value)
                self.numbers.setdefault(key, record.number)

    def set_aside(self, builder: RunBuilder) -> None:
        """Put the records that no checkpoint named into a run."""
        why = "no checkpoint of these rows names it"
        rest = [record for record in self.records if record.number not in self.used]
        builder.map(rest, lambda record: Aside("compaction artifact", why))


def runs_of_rows(
    name: str, head: Row, records: list[AnyRecord], artifacts: Artifacts, arrays: tuple[RecordArray, ...]
) -> Iterator[Run]:
    """One run a conversation.

    Args:
        name: of the format.
        head: the document around the rows, {} where there is none.
        records: all rows.
        artifacts: those of the file.
        arrays: where rows and artifacts stand.
    """
    own = head.get("conversation")
    conversation: Row = own if type(own) is dict else {}
    groups: dict[str, list[AnyRecord]] = {}
    waiting: list[AnyRecord] = []
    last: list[AnyRecord] = waiting
    for record in records:
        value = record.value if type(record) is Record else None
        if type(value) is dict:
            key = value.get("conversation_id")
            last = groups.setdefault("" if key is None else str(key), [])
        last.append(record)
    first = next(iter(groups.values()), None)
    if first is None:
        groups[""] = waiting
    else:
        first[:0] = waiting
    readers = {key: _Reader(group, artifacts) for key, group in groups.items()}
    artifacts.set_aside(next(iter(readers.values())).builder)
    for key, reader in readers.items():
        mine = conversation if len(readers) == 1 or str(conversation.get("id")) == key else {}
        yield reader.run(name, str(mine.get("id") or key), mine, arrays, bool(head.get("next_cursor")))


class _Reader:
    """Reads one conversation."""

    def __init__(self, records: list[AnyRecord], artifacts: Artifacts) -> None:
        self.builder = RunBuilder(one_result_per_record=True)
        self._artifacts = artifacts
        self._tree = tree(records)
        self._rows = Rows(self.builder, artifacts.rows)
        self._branches: list[Branch] = []
        self._after = {0: -1}
        """For each place of the main path the index of the message that it leads to."""
        for record, first in self._tree.copies:
            self.builder.add(Aside("repeated", f"repeats record {first}"), record.number)
        self._read()

    def _read(self) -> None:
        places = self._tree.places
        nodes = [Node(-1, "link")]
        nodes.extend(Node(place.parent, "input" if place.is_visible else "link") for place in places[1:])
        main, *others = paths(nodes)
        hidden = self._read_main(main.nodes[1:])
        for indexes in hidden:
            status = places[indexes[0]].row.get("status")
            self._leave(indexes, f"a row whose `status` is {status} is no history for later requests")
        for path in others:
            self._leave(path.nodes, _LEFT)

    def _read_main(self, indexes: list[int]) -> list[list[int]]:
        """Map the visible rows of the path; gives those that are not, each with what follows it."""
        places = self._tree.places
        if indexes and places[indexes[0]].is_loose and places[indexes[0]].row.get("type") == "message":
            self.builder.begin_after("the row before the first one is not in this export", known=False)
        hidden: dict[int, list[int]] = {}
        for index in indexes:
            place = places[index]
            if place.is_visible:
                self.builder.map([place.record], lambda record: self._rows.entries(record.value))
                self._after[index] = len(self.builder.messages) - 1
                continue
            self._after[index] = self._after.get(place.parent, -1)
            hidden[index] = hidden.get(place.parent, [])
            hidden[index].append(index)
        self._name_artifacts(self._rows, self.builder.messages)
        return list({id(group): group for group in hidden.values()}.values())

    def _leave(self, indexes: list[int], why: str) -> None:
        """Read a path that leaves the main one, as a branch."""
        at = self._shared(indexes[0])
        other = self.builder.going_on_from(at)
        rows = Rows(other, self._artifacts.rows)
        shared, answered = len(other.messages), len(other.requests)
        other.map([self._tree.places[index].record for index in indexes], lambda record: rows.entries(record.value))
        self._name_artifacts(rows, other.messages)
        self._rows.by_gateway.extend(rows.by_gateway)
        self.builder.set_aside.extend(other.set_aside)
        self.builder.problems.extend(other.problems)
        for number in {number for fields in other.request_fields for number in fields.records}:
            self.builder.add(Aside("prompt of a path that was left", why), number)
        if len(other.messages) > shared:
            self._branches.append(Branch(at, tuple(other.messages[shared:]), tuple(other.requests[answered:]), why))

    def _shared(self, index: int) -> int:
        """The last message that a path which begins at this place shares with the main one."""
        parent = self._tree.places[index].parent
        while parent not in self._after:
            parent = self._tree.places[parent].parent
        return self._after[parent]

    def _name_artifacts(self, rows: Rows, messages: list[Message]) -> None:
        """A checkpoint's message was read from the artifact's record too."""
        for index, key in rows.checkpoints:
            number = self._artifacts.numbers[key]
            messages[index] = msgspec.structs.replace(messages[index], records=(*messages[index].records, number))
            self._artifacts.used.add(number)

    def run(self, name: str, run_id: str, head: Row, arrays: tuple[RecordArray, ...], more: bool) -> Run:
        """The run."""
        places = self._tree.places[1:]
        return self.builder.finish(
            run_id=run_id,
            format=name,
            records=arrays,
            attributes=attributes(head, places),
            ending=ending(head, places, self.builder, more),
            exit_status=exit_status(places),
            branches=tuple(self._branches),
            stated=stated(self._artifacts.rows.values()),
            notes=notes(self._tree, self._rows.by_gateway),
        )
