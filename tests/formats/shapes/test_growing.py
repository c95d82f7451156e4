"""A run whose lines come one after another."""

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Input
from viewer.formats.shapes.growing import GrowingRun, grown
from viewer.model.block import Text
from viewer.model.source import RecordArray


def begun() -> GrowingRun:
    builder = RunBuilder()
    return GrowingRun(
        builder,
        lambda record: Input((Text(record.value),)),
        lambda count: builder.finish(run_id="", format="x", records=(RecordArray("", 1, count),)),
    )


def test_lines_added_in_two_steps_are_the_same_run_as_in_one() -> None:
    lines = [Record(1, "a"), BadRecord(2, "cut"), Record(3, "b")]
    growing = begun()
    assert growing.add(lines[:1]) and growing.runs()[0].records == (RecordArray("", 1, 1),)
    assert growing.add(lines[1:])
    assert growing.runs() == [grown(begun(), lines)]
