from conftest import sample
from messages import model, run_of, text, user

from viewer.model.source import RecordArray
from viewer.ui.detail import BLOCKS_AT_ONCE, MORE_BLOCKS, branch_payload, message_payload, record_payload
from viewer.ui.detail_blocks import encoded
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text


def no_bytes(array: RecordArray) -> list[bytes]:
    return [b'{"x": 1}'] * array.count


def test_a_message_is_one_payload_of_facts_blocks_and_sections() -> None:
    facts = derived(sample("refund/refund.json"), "key")
    made = message_payload(facts, 2, Opened(), no_bytes)
    assert (made["name"], made["position"], made["title"]) == ({"message": 2}, "[2]", "user message")
    assert [block["position"] for block in made["blocks"]] == ["[2].0", "[2].1"]
    assert [section["id"] for section in made["sections"]] == ["fields", "raw"]
    assert len(encoded(made)) < 20_000


def test_very_many_blocks_come_when_they_are_asked_for() -> None:
    facts = derived(run_of(user(*[text(str(number)) for number in range(100)]), model("ok")), "key")
    first = message_payload(facts, 0, Opened(), no_bytes)
    assert len(first["blocks"]) == BLOCKS_AT_ONCE
    assert first["sections"][0]["title"] == "show 60 more blocks"
    assert len(message_payload(facts, 0, Opened(sections={MORE_BLOCKS}), no_bytes)["blocks"]) == 100


def test_a_record_says_why_it_is_no_message_and_shows_its_bytes() -> None:
    facts = derived(sample("broken/unread_record.json"), "key")
    made = record_payload(facts, 3, Opened(), no_bytes)
    assert made["facts"][0][0] == "problem"
    assert made["sections"][0]["bodies"][0]["text"] == '{"x": 1}'


def test_a_record_that_was_set_aside_says_so() -> None:
    run = sample("claude_code/left_path.jsonl")
    made = record_payload(derived(run, "key"), run.set_aside[0].record, Opened(), no_bytes)
    assert made["facts"][0][0] == "set aside"


def test_a_branch_says_where_it_leaves_and_why() -> None:
    facts = derived(sample("claude_code/left_path.jsonl"), "key")
    rows = {name: segments_text(line) for name, line in branch_payload(facts, 1)["facts"]}
    assert rows["leaves at"] == "[1]"
    assert "this path was left" in rows["why"]
