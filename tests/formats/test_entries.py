"""Every kind of entry has its place in the run: none is forgotten by the builder."""

import typing

import pytest

from viewer.formats import entries
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Measured, Piece, Reply, Trouble
from viewer.model.block import Text
from viewer.model.request import recorded
from viewer.model.source import RecordArray

ONE_OF_EACH: list[Entry] = [
    Reply((Text("a"),)),
    Piece(),
    Input((Text("a"),)),
    Fields(system=recorded("s")),
    Aside("meta", "why"),
    Trouble("reason"),
    Compacted("rule", (Text("summary"),)),
    Compacted("rule"),
    Measured("usage", "why"),
]


def test_there_is_an_example_of_every_kind() -> None:
    assert {type(entry) for entry in ONE_OF_EACH} == set(typing.get_args(entries.Entry))


@pytest.mark.parametrize("entry", ONE_OF_EACH, ids=lambda entry: type(entry).__name__)
def test_the_record_of_any_entry_stands_in_exactly_one_place(entry: Entry) -> None:
    builder = RunBuilder()
    builder.add(entry, 7)
    run = builder.finish(run_id="r", format="f", records=(RecordArray("", 7, 1),))
    places = [
        *(message.records for message in run.messages),
        *(fields.records for fields in run.request_fields if fields.records),
        *((aside.record,) for aside in run.set_aside),
        *((problem.record,) for problem in run.problems),
    ]
    assert places == [(7,)]
