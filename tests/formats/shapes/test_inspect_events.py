"""Model events: which reply they made, what it cost, what its request saw."""

from typing import Any

from viewer.formats.shapes.inspect_events import REQUEST_HEAD, ModelEvents, usage
from viewer.model.request import Context
from viewer.model.usage import Usage


def event(message: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"event": "model", "output": {"choices": [{"message": message}]}, **rest}


def test_without_cache_the_input_is_what_it_says() -> None:
    assert usage({"input_tokens": 59, "output_tokens": 1, "total_tokens": 471, "reasoning_tokens": 411}) == Usage(
        59, None, None, 1
    )
    assert usage(None) is None


def test_the_total_tells_whether_the_input_holds_the_cache() -> None:
    raw = {"input_tokens": 100, "output_tokens": 10, "input_tokens_cache_read": 60, "input_tokens_cache_write": 20}
    assert usage({**raw, "total_tokens": 110}) == Usage(20, 60, 20, 10)
    assert usage({**raw, "total_tokens": 190}) == Usage(100, 60, 20, 10)
    assert usage({**raw, "total_tokens": 195, "reasoning_tokens": 5}) == Usage(100, 60, 20, 10)
    assert usage(raw) == Usage(20, 60, 20, 10)


def test_a_cache_larger_than_the_input_cannot_be_part_of_it() -> None:
    assert usage({"input_tokens": 5, "output_tokens": 1, "input_tokens_cache_read": 60}) == Usage(5, 60, None, 1)


def test_the_size_of_a_prompt_shows_that_the_input_leaves_the_cache_out() -> None:
    counted = {"input_tokens": 100, "output_tokens": 5, "total_tokens": 105, "input_tokens_cache_read": 60}
    made = event({"id": "a"})
    made["output"] |= {"usage": counted, "input_context_tokens": 160}
    events = ModelEvents({"events": [made]}, {})
    assert events.cache_is_extra
    assert usage(counted, events.cache_is_extra) == Usage(100, 60, None, 5)


def test_a_reply_without_an_id_finds_its_event_by_content_and_calls() -> None:
    first = event({"content": "attachment://x", "tool_calls": [{"id": "c1"}]}, n=1)
    second = event({"content": "same"}, n=2)
    third = event({"content": "same"}, n=3)
    events = ModelEvents({"events": [first, second, third]}, {"x": "long"})
    assert events.take({"content": "long", "tool_calls": [{"id": "c1"}]}) is first
    assert events.take({"content": "same"}) is second
    assert events.take({"content": "same"}) is third
    assert events.take({"content": "same"}) is None


def test_failed_requests_and_counted_retries_add_up() -> None:
    good = event({"id": "a"}, retries=2)
    other = event({"id": "b"})
    events = ModelEvents({"events": [event({"id": "x"}, error="overloaded"), good, other]}, {})
    assert events.attempts(good) == 4
    assert events.attempts(other) is None


def test_what_is_left_is_told_apart_by_its_span_or_step() -> None:
    spans = [
        {"event": "span_begin", "id": "s", "type": "scorers"},
        {"event": "span_begin", "id": "t", "parent_id": "s", "type": "scorer"},
        event({"id": "grade"}, span_id="t"),
        event({"id": "helper"}, span_id="other"),
    ]
    assert ModelEvents({"events": spans}, {}).left() == (1, 1)
    steps = [
        {"event": "step", "type": "scorer", "action": "begin"},
        event({"id": "grade"}),
        {"event": "step", "type": "scorer", "action": "end"},
        event({"id": "late"}),
    ]
    assert ModelEvents({"events": steps}, {}).left() == (1, 1)


def test_spans_that_name_each_other_as_parents_end_the_search() -> None:
    events = [
        {"event": "span_begin", "id": "a", "parent_id": "b"},
        {"event": "span_begin", "id": "b", "parent_id": "a"},
        event({"id": "m"}, span_id="a"),
    ]
    assert ModelEvents({"events": events}, {}).left() == (0, 1)


def test_a_context_is_the_pooled_input_by_ids() -> None:
    pool = [{"id": name} for name in "spqrt"]
    asked = event({"id": "x"}, input=[], input_refs=[[0, 2], [3, 5]])
    events = ModelEvents({"events": [asked], "message_pool": pool}, {})
    assert events.context(asked, {"s": REQUEST_HEAD, "p": 0, "q": 1, "r": 2, "t": 3}) == Context(
        ((0, 0), (2, 3)), "recorded", "the model event's own input"
    )
    lacking = events.context(asked, {"p": 0})
    assert lacking is not None and lacking.rule == (
        "the model event's own input; 3 of its messages are not in this list"
    )


def test_an_input_without_ids_says_nothing_of_the_context() -> None:
    asked = event({"id": "x"}, input=[{"role": "user", "content": "hi"}])
    assert ModelEvents({"events": [asked]}, {}).context(asked, {}) is None


def test_events_that_are_no_objects_are_passed_over() -> None:
    events = ModelEvents({"events": [None, 3, "x", {"event": "model"}, {"event": "model", "output": 3}]}, {})
    assert events.first is None
    assert events.left() == (0, 0)
