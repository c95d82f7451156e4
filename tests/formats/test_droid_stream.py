"""Events of `droid exec`."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.formats.droid_stream import is_event
from viewer.model.run import Run


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields, "session_id": "s", "timestamp": 1768035600000}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, format="droid", lines=True)
    assert unaccounted((run,)) == []
    return run


def test_words_and_calls_of_one_message_are_one_reply() -> None:
    run = sample("droid/exec_stream.jsonl")
    assert run.messages[1].records == (3, 4, 5)
    assert [request.message_index for request in run.requests] == [1, 3]
    assert run.run_id == "dr-2"


def test_the_last_words_are_a_reply_only_where_no_reply_stands_there() -> None:
    end = event("completion", finalText="done")
    asked, said = event("message", role="user", text="go"), event("message", role="assistant", id="r", text="done")
    assert [len(one(asked, said, end).requests), len(one(asked, end).requests)] == [1, 1]
    assert one(asked, end).messages[-1].records == (2,)
    assert [aside.kind for aside in one(asked, said, end).set_aside] == ["completion"]


def test_the_completion_states_totals_and_no_reply_s_tokens() -> None:
    run = sample("droid/exec_stream.jsonl")
    (stated,) = run.stated
    assert stated.usage is not None and stated.steps == 2
    assert (stated.usage.input_tokens, stated.usage.cache_read_input_tokens) == (30, 800)
    assert all(request.usage is None for request in run.requests)


@pytest.mark.parametrize(
    ("last", "kind", "cut_by"),
    [
        (event("completion", finalText=""), "unknown", None),
        (event("error", message="no credit"), "censored", "crash"),
        (event("message", role="assistant", text="x"), "open", None),
    ],
)
def test_the_last_event_tells_the_ending(last: dict[str, Any], kind: str, cut_by: str | None) -> None:
    run = one(event("message", role="user", text="go"), event("message", role="assistant", id="r", text="done"), last)
    assert (run.ending.kind, run.ending.cut_by) == (kind, cut_by)


def test_a_failed_call_keeps_its_flag() -> None:
    run = one(
        event("tool_call", id="c", messageId="m", toolId="Read", parameters={}),
        event("tool_result", id="c", isError=True, value="no"),
    )
    result = run.messages[1].blocks[0]
    assert (getattr(result, "is_error", None), getattr(result, "content", None)) == (True, "no")


def test_only_events_of_this_stream_are_known_as_such() -> None:
    assert is_event(event("tool_call", id="c", toolName="Read", parameters={}))
    assert is_event({"type": "message", "role": "user", "text": "x", "sessionId": "s"})
    assert not is_event({"type": "message", "role": "user", "content": "x", "timestamp": 1})
    assert not is_event({"type": "tool_call", "call_id": "c", "tool_call": {}})
