"""Turns, steps and messages with their totals; what the file states stands beside what is counted."""

import msgspec
from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.structure import turns
from viewer.model.run import Run, Stated
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text
from viewer.ui.structure_turns import MOST, STEPS, open_turns, step_count_rows, step_rows, turn_rows, turns_frame

REFUND = sample("refund/refund.json")


def _rows(run: Run, *opened: int) -> list[tuple[str, str]]:
    facts = derived(run, "key")
    return [(name, segments_text(line)) for name, line in turn_rows(facts, turns(run), frozenset(opened))]


def test_a_turn_is_told_by_its_messages_and_totals() -> None:
    ((name, told),) = _rows(REFUND)
    assert name == "turn 1"
    assert told.startswith("[0–7] · 4 steps · 4 calls · 0 errors · at least 7,040 input tokens")


def test_an_open_turn_lists_its_steps_with_calls_results_and_tokens() -> None:
    rows = _rows(REFUND, 1)
    assert [name for name, _ in rows] == ["turn 1", "· step 1", "· step 2", "· step 3", "· step 4"]
    assert rows[1][1] == "[1] search_orders ∥ get_shipment → [2] · in 1,420 · tool_use"
    assert rows[2][1] == "[3] lookup_policy → [4] · in — · tool_use"
    assert rows[4][1].startswith("[7] no call · in 2,930")


def test_a_short_run_s_only_turn_is_open_until_it_is_closed() -> None:
    assert open_turns(turns(REFUND), frozenset()) == {1}
    assert open_turns(turns(REFUND), frozenset({1})) == frozenset()
    several = turns(run_of(user("a"), model("b"), user("c"), model("d")))
    assert open_turns(several, frozenset()) == frozenset()
    assert open_turns(several, frozenset({2})) == {2}


def test_cached_input_and_output_stand_in_the_totals() -> None:
    run = run_of(user("a"), model("b", usage={"input_tokens": 5, "cache_read_input_tokens": 100, "output_tokens": 7}))
    assert "105 input tokens, 100 of them read from the cache · 7 output tokens" in _rows(run)[0][1]


def test_very_many_turns_stand_in_a_table_and_very_many_steps_are_counted() -> None:
    run = run_of(*[part for _ in range(MOST + 1) for part in (user("x"), model("y"))])
    assert _rows(run) == [("turns", f"{MOST + 1}, in the table below")]
    assert list(turns_frame(turns(run))["messages"][:2]) == ["[0–1]", "[2–3]"]
    parts = [part for number in range(STEPS + 5) for part in (model(call(f"c{number}")), user(result(f"c{number}")))]
    run = run_of(user("go"), *parts)
    rows = step_rows(derived(run, "key"), turns(run)[0])
    assert segments_text(rows[-1][1]) == "and 5 more steps, in the Requests view"


def test_what_the_file_states_stands_beside_what_is_counted() -> None:
    run = msgspec.structs.replace(REFUND, stated=(Stated("run", "`info`", steps=9), Stated("turn", "`t`", steps=4)))
    told = segments_text(step_count_rows(run, turns(run))[0][1])
    assert told == "4 counted (derived) · 9 stated, run, in info, not the same · 4 stated, turn, in t"
