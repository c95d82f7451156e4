"""Copilot CLI sessions: which events belong to which agent."""

from typing import Any

from accounting import unaccounted
from claims import claims
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.run import Run


def event(kind: str, *, agent: str | None = None, **data: Any) -> dict[str, Any]:
    named = {} if agent is None else {"agentId": agent}
    return {"type": kind, "data": data, "id": "e", "timestamp": "2026-02-01T12:00:00Z", "parentId": None, **named}


def said(words: str, message_id: str, *, agent: str | None = None, **data: Any) -> dict[str, Any]:
    return event("assistant.message", agent=agent, messageId=message_id, content=words, **data)


def call(call_id: str) -> dict[str, Any]:
    return {"toolCallId": call_id, "name": "task", "arguments": {}}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_an_agent_whose_events_name_the_call_is_a_run_under_it() -> None:
    run = sample("copilot_cli/events.jsonl")
    (sub,) = run.sub_runs
    assert sub.parent is not None and (sub.run_id, sub.parent.message_index) == ("c1", 1)
    assert (summary(run).model_requests, summary(sub).model_requests) == (2, 1)
    assert unaccounted((run,)) == []


def test_an_agent_that_only_its_start_links_to_the_call_is_found() -> None:
    run = one(
        event("user.message", content="go"),
        said("", "m", toolRequests=[call("c1")]),
        event("subagent.started", agent="a7", toolCallId="c1", agentName="explore"),
        said("done", "n", agent="a7"),
    )
    (sub,) = run.sub_runs
    assert sub.parent is not None and (sub.run_id, sub.parent.tool_use_id, sub.parent.message_index) == ("c1", "c1", 1)


def test_a_session_is_told_by_one_event_and_other_lines_are_not_claimed() -> None:
    assert claims(event("session.start", sessionId="s"), {"type": "x"}, lines=True)["copilot_cli"] == 3
    assert "copilot_cli" not in claims(event("hologram"), event("user"), lines=True)
    assert "copilot_cli" not in claims({"type": "user.message", "data": {}}, 5, lines=True)


def test_a_line_that_is_no_event_is_a_problem() -> None:
    run = one(event("user.message", content="go"), [1], {"type": "user.message"})
    assert [problem.record for problem in run.problems] == [2, 3]
