"""AutoGen messages and events."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.formats.autogen import usage
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage


def event(kind: str, source: str, content: Any, used: Any = None) -> dict[str, Any]:
    return {"type": kind, "source": source, "content": content, "models_usage": used}


ASKED = event("TextMessage", "user", "go")
SAID = event("TextMessage", "a", "done", {"prompt_tokens": 5, "completion_tokens": 1})


def one(*events: Any, **more: Any) -> Run:
    (run,) = read_values({"messages": list(events), **more})
    assert unaccounted((run,)) == []
    return run


def test_a_thought_and_the_call_after_it_are_one_reply() -> None:
    run = sample("autogen/task_result.json")
    assert run.messages[1].blocks == (Thinking("The shelf knows."), ToolUse("call_1", "shelf", {"kind": "pot"}))
    assert [request.usage for request in run.requests] == [Usage(80, None, None, 12), Usage(95, None, None, 9)]
    assert usage(None) is None


def test_results_have_their_flag_and_a_summary_of_them_is_set_aside() -> None:
    run = sample("autogen/task_result.json")
    assert run.messages[2].blocks == (ToolResult("call_1", "no such shelf", True, "shelf"),)
    assert [aside.kind for aside in run.set_aside] == ["ToolCallSummaryMessage"]


def test_a_handoff_is_the_loops_word() -> None:
    run = sample("autogen/task_result.json")
    assert run.messages[3].producers[0].who == "loop"
    assert run.attributes["agents"] == ["clerk", "owner"]


@pytest.mark.parametrize(
    ("words", "cut_by", "cap", "unit"),
    [
        ("Maximum number of messages 7 reached", "steps", 7, "messages"),
        ("Maximum number of turns 3 reached.", "steps", 3, "messages"),
        ("Token usage limit reached", "tokens", None, None),
        ("Timeout of 60 seconds reached", "time", 60, "seconds"),
        ("External termination requested", "abort", None, None),
    ],
)
def test_a_limit_in_the_stop_reason_cuts_the_run(words: str, cut_by: str, cap: Any, unit: Any) -> None:
    ending = one(ASKED, SAID, stop_reason=words).ending
    assert (ending.kind, ending.cut_by, ending.cap, ending.cap_unit) == ("censored", cut_by, cap, unit)


def test_other_stop_reasons_cut_nothing() -> None:
    assert one(ASKED, SAID, stop_reason="Text 'DONE' mentioned").ending.kind == "unknown"


def test_two_replies_of_one_agent_stay_apart() -> None:
    assert len(one(ASKED, SAID, SAID).requests) == 2


def test_pictures_stand_in_the_message() -> None:
    run = one(event("MultiModalMessage", "user", ["look", {"data": "AA=="}]), SAID)
    assert run.messages[0].blocks == (Text("look"), Image(None, {"data": "AA=="}))


def test_an_event_without_a_source_is_a_problem() -> None:
    assert [problem.record for problem in one(ASKED, {"type": "TextMessage"}, SAID).problems] == [2]


def test_the_thread_of_a_saved_team_is_read_and_the_agents_own_lists_are_kept() -> None:
    thread = [
        {"type": "TextMessage", "source": "user", "content": "go", "models_usage": None},
        {"type": "TextMessage", "source": "poet", "content": "done", "models_usage": {"prompt_tokens": 3}},
    ]
    poet = {"type": "ChatAgentContainerState", "agent_state": {"type": "AssistantAgentState", "llm_context": {}}}
    manager = {"type": "RoundRobinManagerState", "message_thread": thread, "current_turn": 1}
    state = {"type": "TeamState", "version": "1.0.0", "agent_states": {"poet/7": poet, "manager/7": manager}}
    (run,) = runs = read_values(state)
    assert (run.format, [message.role for message in run.messages]) == ("autogen", ["user", "assistant"])
    assert run.records[0].path == 'agent_states["manager/7"].message_thread'
    assert run.attributes["agent_states"]["poet/7"] == poet
    assert run.attributes["agent_states"]["manager/7"]["current_turn"] == 1
    assert unaccounted(runs) == []
