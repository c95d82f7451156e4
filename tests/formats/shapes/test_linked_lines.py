"""Lines that name the line they follow."""

from typing import Any

from accounting import unaccounted

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.linked_lines import Link, LinkedLines
from viewer.formats.shapes.transcript_tree import Node
from viewer.model.block import Text
from viewer.model.run import Run
from viewer.model.source import RecordArray


def link_of(value: dict[str, Any]) -> Link:
    kind = value.get("kind", "input")
    return Link(Node(-1, kind), value.get("id"), value.get("follows"), value.get("starts", False), kind == "link")


def entry_of(record: Record) -> Entry:
    words = (Text(record.value["says"]),)
    return Reply(words) if record.value.get("kind") == "reply" else Input(words)


def read(*values: Any) -> tuple[Run, LinkedLines]:
    records = [
        BadRecord(number, "bad") if value is None else Record(number, value) for number, value in enumerate(values, 1)
    ]
    lines = LinkedLines(records, link_of)
    builder = RunBuilder()
    branches = lines.read(builder, entry_of)
    array = (RecordArray("", 1, len(records)),)
    run = builder.finish(run_id="", format="x", records=array, branches=branches, notes=lines.notes())
    assert unaccounted((run,)) == []
    return run, lines


def said(run: Run) -> list[str]:
    return [getattr(message.blocks[0], "text", "") for message in run.messages]


def test_a_line_that_follows_an_earlier_one_leaves_what_stood_between_on_a_branch() -> None:
    run, lines = read(
        {"id": "a", "says": "1", "starts": True},
        {"id": "b", "follows": "a", "says": "2", "kind": "reply"},
        {"id": "c", "follows": "a", "says": "3", "kind": "reply"},
    )
    assert (said(run), [branch.at for branch in run.branches], lines.loose) == (["1", "3"], [0], [])
    assert run.branches[0].why.startswith("record 2 follows record 1, as a newer entry does")


def test_lines_without_ids_follow_one_another() -> None:
    run, _ = read({"says": "1"}, {"says": "2", "kind": "reply"}, {"says": "3"})
    assert (said(run), run.branches) == (["1", "2", "3"], ())


def test_an_unreadable_line_stays_in_its_place() -> None:
    run, _ = read({"id": "a", "says": "1", "starts": True}, None, {"id": "c", "follows": "a", "says": "3"})
    assert (said(run), [problem.record for problem in run.problems]) == (["1", "3"], [2])


def test_many_unknown_parents_are_noted_by_the_first_of_them() -> None:
    run, lines = read(*({"id": str(number), "follows": "x", "says": "a"} for number in range(25)))
    assert len(lines.loose) == 25
    assert run.notes[0].startswith("records 1, 2, 3") and "20, …" in run.notes[0]


def test_a_second_start_is_a_path_of_its_own_but_not_the_first_entry_behind_a_head() -> None:
    run, lines = read({"id": "s", "kind": "link", "says": "head"}, {"id": "a", "says": "1", "starts": True})
    assert (said(run), run.branches, lines.number_of("a")) == (["head", "1"], (), 2)
    run, _ = read({"id": "a", "says": "1", "starts": True}, {"id": "b", "says": "2", "starts": True})
    assert (said(run), [branch.at for branch in run.branches]) == (["2"], [-1])
