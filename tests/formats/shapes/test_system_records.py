"""System records: request fields at the start, messages later."""

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Fields, Input
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Text
from viewer.model.request import recorded


def test_a_leading_system_record_is_a_request_field() -> None:
    assert system_entry(RunBuilder(), "s", (Text("s"),)) == Fields(system=recorded("s"))


def test_a_later_one_stays_a_message_and_its_text_joins_the_fields_from_there_on() -> None:
    builder = RunBuilder()
    builder.add(system_entry(builder, "first", (Text("first"),)), 1)
    builder.add(Input((Text("u"),)), 2)
    builder.add(system_entry(builder, "second", (Text("second"),)), 3)
    run = builder.finish(run_id="", format="x", records=())
    assert [(fields.first_message, fields.records, fields.system.value) for fields in run.request_fields] == [
        (0, (1,), "first"),
        (1, (), ["first", "second"]),
    ]
    assert (run.messages[1].role, run.messages[1].records) == ("system", (3,))


def test_without_an_earlier_prompt_nothing_is_stored_until_the_later_one() -> None:
    builder = RunBuilder()
    builder.add(Input((Text("u"),)), 1)
    builder.add(system_entry(builder, "s", (Text("s"),)), 2)
    assert [(fields.first_message, fields.system.value) for fields in builder.request_fields] == [(0, None), (1, "s")]
