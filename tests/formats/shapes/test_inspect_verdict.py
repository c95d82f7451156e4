"""Scores, totals and notes of a sample."""

from viewer.formats.shapes.inspect_events import ModelEvents
from viewer.formats.shapes.inspect_verdict import attributes, exit_status, notes_on, outcome, seconds, stated
from viewer.model.usage import Usage


def test_totals_add_up_over_all_models_and_none_stays_none() -> None:
    events = ModelEvents({}, {})
    sample = {
        "model_usage": {"a": {"input_tokens": 5, "output_tokens": 1}, "b": {"input_tokens": 7}},
        "total_time": 2.5,
    }
    made = stated(sample, events)
    assert made.usage == Usage(12, None, None, 1)
    assert made.metrics == {"total_time": 2.5}
    assert stated({"model_usage": {}}, events).usage is None


def test_only_short_metadata_becomes_an_attribute() -> None:
    sample = {"id": 7, "metadata": {"level": 2, "solution": "x" * 201, "tags": ["a"]}}
    assert attributes(sample, {"status": "success"}, {"eval_id": "e", "tags": []}) == {
        "eval_id": "e",
        "log_status": "success",
        "sample_id": 7,
        "metadata.level": 2,
    }


def test_a_limit_comes_before_an_error_in_the_exit_status() -> None:
    assert exit_status({"limit": {"type": "token"}, "error": {"message": "x"}}) == "token limit"
    assert exit_status({"error": {"message": "x"}}) == "error"
    assert exit_status({}) is None


def test_no_score_is_no_verdict() -> None:
    assert outcome({}, {}) == "unknown"
    assert outcome({"scores": {"a": 3}}, {}) == "unknown"
    assert outcome({"scores": {"a": {"value": "C"}}}, {"results": {"headline": {"scorer": "gone"}}}) == "success"


def test_replies_in_the_events_only_are_counted_in_a_note() -> None:
    events = ModelEvents({"events": [{"event": "model", "output": {"choices": [{"message": {"id": "a"}}]}}]}, {})
    assert notes_on({}, events) == (
        "1 replies stand in the events only: of a sub-agent, or taken out of the list later",
    )


def test_only_numbers_are_seconds() -> None:
    assert (seconds(2), seconds(0.5), seconds(True), seconds("3"), seconds(None)) == (2.0, 0.5, None, None, None)
