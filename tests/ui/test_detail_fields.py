from messages import model, run_of, user

from viewer.ui.detail_fields import SECTION, fields_section
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text

OPEN = Opened(sections={SECTION})


def test_fields_that_the_file_holds_are_shown_and_the_others_said_to_be_missing() -> None:
    run = run_of(user("go"), model("ok"), system="Be brief.", tools=[{"name": "a", "input_schema": {}}])
    section = fields_section(derived(run, "k"), run.messages[1], OPEN)
    rows = {name: segments_text(line) for name, line in section["rows"]}
    assert rows["system prompt"] == "recorded"
    assert rows["tool schemas"] == "1 tool"
    assert rows["parameters"].startswith("not stored")
    assert [body["label"] for body in section["bodies"]] == ["system prompt", "tool schemas"]
    assert section["bodies"][0]["text"] == "Be brief."


def test_a_closed_section_costs_nothing() -> None:
    run = run_of(user("go"), model("ok"), system="Be brief.")
    section = fields_section(derived(run, "k"), run.messages[0], Opened())
    assert section["rows"] == [] and section["bodies"] == []
    assert section["title"] == "request fields of the next request, outside the list"
