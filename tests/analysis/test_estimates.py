"""Estimates stand only where nothing is recorded, with their error (R16)."""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.estimates import Estimate, estimates
from viewer.analysis.requests import request_views
from viewer.model.run import Run


def _estimates(run: Run) -> tuple[Estimate, ...]:
    return estimates(run, request_views(run))


def test_only_the_request_without_a_recorded_size_is_estimated() -> None:
    (one,) = _estimates(sample("refund/refund.json"))
    assert one.k == 2
    assert one.high is None, "the system prompt is not stored, so nobody knows how much is missing"


def test_bytes_by_four_of_what_was_visible() -> None:
    run = run_of(user("x" * 400), model("y" * 40), user("é" * 20), model("z"))
    assert [(one.k, one.tokens, one.low) for one in _estimates(run)] == [(1, 100, 44), (2, 120, 53)]


def test_with_the_request_fields_stored_the_error_has_two_sides() -> None:
    run = run_of(user("x" * 400), model("y"), system="s" * 400, tools=[])
    (one,) = _estimates(run)
    assert one.high is not None
    assert (one.tokens, one.low, one.high) == (200, 88, 256)


def test_calls_results_and_thinking_count() -> None:
    run = run_of(
        user("go"),
        model({"type": "thinking", "thinking": "t" * 40}, call("a", n="v" * 40)),
        user(result("a", "r" * 40)),
        model("z"),
    )
    first, second = _estimates(run)
    assert second.tokens - first.tokens >= 30


def test_what_is_unknown_is_not_estimated() -> None:
    assert _estimates(run_of(user(result("gone")), model("a"))) == ()
