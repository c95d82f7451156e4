"""The values under a block of the detail."""

from conftest import sample
from messages import call, model, run_of, user

from viewer.ui.detail import message_payload
from viewer.ui.detail_text import Opened
from viewer.ui.detail_values import AT_ONCE, FEWEST, SECTION, value_lines
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text

REFUND = derived(sample("refund/refund.json"), "key")


def test_each_value_of_a_call_carries_its_source() -> None:
    lines = value_lines(REFUND, 5, Opened())
    assert [segments_text(line).partition(" · ")[0] for line in lines[0]] == ["order_id 4471", "amount_cents 8900"]


def test_they_stand_under_the_block_that_holds_them() -> None:
    payload = message_payload(REFUND, 1, Opened(), lambda array: [])
    assert [len(block["values"]) for block in payload["blocks"]] == [0, 1, 1]


def test_a_message_that_no_model_wrote_has_none() -> None:
    assert value_lines(REFUND, 2, Opened()) == {}


def test_of_very_many_values_the_rest_is_looked_up_on_demand() -> None:
    facts = derived(
        run_of(user("go"), model(call("a", **{f"name_{number}": f"value_{number}" for number in range(50)}))), "k"
    )
    lines = value_lines(facts, 1, Opened())[0]
    assert len(lines) == AT_ONCE + 1
    assert lines[-1][0]["text"] == "look up 26 more values"  # type: ignore[index]  # a button
    assert len(value_lines(facts, 1, Opened(sections=frozenset({SECTION})))[0]) == 50


def test_a_long_run_looks_fewer_up_at_once() -> None:
    many = [part for number in range(13_000) for part in (user(f"question {number}"), model(f"answer {number}"))]
    last = model(call("a", **{f"name_{number}": f"value_{number}" for number in range(50)}))
    facts = derived(run_of(*many, user("go"), last), "k")
    assert len(value_lines(facts, 26_001, Opened())[0]) == FEWEST + 1


def test_values_too_short_to_be_searched_are_counted() -> None:
    facts = derived(run_of(user("go"), model(call("a", n=7, word="abcdef"))), "k")
    assert segments_text(value_lines(facts, 1, Opened())[0][-1]) == "1 value too short to be searched"
