"""Totals that grow, and the words that tell why a run was cut."""

import pytest

from viewer.formats.shapes.openhands_totals import as_usage, cut, growth
from viewer.model.usage import Usage


def test_the_prompt_holds_the_cache_which_is_taken_out() -> None:
    assert as_usage({"prompt_tokens": 100, "completion_tokens": 5, "cache_read_tokens": 60}) == Usage(40, 60, None, 5)


def test_a_total_that_did_not_grow_says_nothing() -> None:
    before = Usage(10, 0, 0, 5)
    assert growth(before, before) is None
    assert growth(before, Usage(12, 0, 0, 6)) == Usage(2, 0, 0, 1)


@pytest.mark.parametrize(
    ("error", "cut_by", "cap"),
    [
        ("MaxIterationsReached Agent reached maximum iterations limit (500).", "steps", 500.0),
        ("Agent reached maximum iteration. Current iteration: 30, max iteration: 30", "steps", 30.0),
        ("Agent reached maximum budget for conversation", "money", None),
        ("AgentStuckInLoopError: Agent got stuck in a loop", "abort", None),
        ("the sandbox is gone", "crash", None),
    ],
)
def test_the_error_tells_what_cut_the_run(error: str, cut_by: str, cap: float | None) -> None:
    ending = cut("rule", error)
    assert (ending.kind, ending.cut_by, ending.cap) == ("censored", cut_by, cap)
