"""Rows as a cap sees them."""

import pytest
from rows import run_row

from viewer.index.capped_rows import (
    CapChoices,
    capped_runs,
    ending_rule,
    group_of,
    groups,
    rate_rule,
)
from viewer.index.run_rules import RuleError


def test_units_are_turns_or_the_whole_run() -> None:
    row = run_row("a", model_requests=5, turn_steps=(2, 3), prompt_tokens=(1, None, 3, 4, 5), task="t", label="l")
    (turns,), (whole,) = capped_runs([row], "turn").runs, capped_runs([row], "run").runs
    assert (turns.units, turns.unit_tokens) == ((2, 3), ((1, None), (3, 4, 5)))
    assert (whole.units, whole.unit_tokens) == ((5,), ((1, None, 3, 4, 5),))
    assert turns.task == "l\nt"


def test_a_run_without_a_request_never_started_and_one_without_a_task_is_its_own() -> None:
    rows = [run_row("a", model_requests=0), run_row("b")]
    found = capped_runs(rows, "run")
    assert found.never_started == 1
    assert [run.task for run in found.runs] == [rows[1].key]


@pytest.mark.parametrize(
    ("recorded", "given", "ending"),
    [
        ("unknown", "success", "success"),
        ("failure", "success", "success"),
        ("censored", "success", "success"),
        ("censored", "failure", "censored"),
        ("success", "failure", "failure"),
        ("success", None, "success"),
    ],
)
def test_an_outcome_from_outside_makes_a_success_but_no_failure_of_a_cut_run(
    recorded: str, given: str | None, ending: str
) -> None:
    row = run_row("a", ending=recorded)
    choices = CapChoices(outcomes={} if given is None else {row.key: given})  # type: ignore[dict-item]  # an outcome
    assert capped_runs([row], "run", choices).runs[0].ending == ending


def test_a_rule_gives_the_ending_before_anything_else() -> None:
    choices = CapChoices(endings=(ending_rule("exit=Submitted:success"),))
    found = capped_runs([run_row("a", exit_status="Submitted"), run_row("b", exit_status="x")], "run", choices)
    assert [run.ending for run in found.runs] == ["success", "unknown"]


def test_the_weight_is_one_over_the_rate_of_a_rule_an_attribute_or_nothing() -> None:
    rows = [
        run_row("a", outcome="success"),
        run_row("b", attributes={"sample_rate": "0.25"}),
        run_row("c", attributes={"kept": 0.5, "sample_rate": 7}),
    ]
    assert [run.weight for run in capped_runs(rows, "run").runs] == [1, 4, 1]
    choices = CapChoices(rates=(rate_rule("outcome=success:0.05"),), rate_attribute="kept")
    assert [run.weight for run in capped_runs(rows, "run", choices).runs] == [20, 1, 2]


@pytest.mark.parametrize("text", ["exit=x:0", "exit=x:1.5", "exit=x:often"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        rate_rule(text)


def test_only_a_cap_of_steps_stands_on_the_axis_of_steps() -> None:
    rows = [
        run_row("a", cut_by="steps", cap=20.0, cap_unit="requests"),
        run_row("b", cut_by="steps", cap=200.0, cap_unit="messages"),
        run_row("c", cut_by="money", cap=2.0, cap_unit="US dollars"),
    ]
    assert [run.cap for run in capped_runs(rows, "run").runs] == [20.0, None, None]


def test_groups_are_by_size_and_sub_agents_stand_apart() -> None:
    rows = [run_row("a", label="x"), run_row("b", label="y"), run_row("c", label="y"), run_row("d", parent_run_id="a")]
    assert list(groups(rows, "label")) == ["y", "no label (sub-agents)", "x"]
    assert list(groups(rows, None)) == ["all", "all (sub-agents)"]
    assert group_of(run_row("a", attributes={"team": "red"}), "attribute.team") == "red"
