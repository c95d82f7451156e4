"""Events that name their kind: replies by response, results by call, state and tokens out of the conversation."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.openhands_kinds import KindEvents, is_kind_event
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse


def entry(**event: Any) -> Entry | tuple[Entry, ...]:
    return KindEvents(RunBuilder())(Record(1, {"source": "agent", **event}))


def test_the_call_is_what_the_model_wrote_not_what_the_harness_made_of_it() -> None:
    made = entry(
        kind="ActionEvent",
        action={"kind": "TerminalAction", "command": "ls"},
        tool_call={"id": "c", "name": "terminal", "arguments": '{"command": "ls", "security_risk": "LOW"}'},
        llm_response_id="r",
    )
    assert isinstance(made, Reply) and made.key == "r"
    assert made.blocks == (ToolUse("c", "terminal", {"command": "ls", "security_risk": "LOW"}),)


def test_an_action_without_the_models_call_is_shown_as_the_harness_has_it() -> None:
    made = entry(kind="ActionEvent", action={"kind": "TerminalAction", "command": "ls"}, tool_name="terminal")
    assert isinstance(made, Reply) and made.blocks == (ToolUse(None, "terminal", {"command": "ls"}),)


def test_reasoning_is_shown_once_and_a_redacted_block_says_so() -> None:
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": "a"}, {"type": "image", "image_urls": ["data:x"]}],
        "reasoning_content": "why",
        "thinking_blocks": [
            {"type": "thinking", "thinking": "why", "signature": "s"},
            {"type": "redacted_thinking", "data": "d"},
        ],
    }
    made = entry(kind="MessageEvent", llm_message=message)
    assert isinstance(made, Reply)
    assert made.blocks[:3] == (Thinking("why", "s"), Thinking(None, "d", redacted=True), Text("a"))
    assert isinstance(made.blocks[3], Image)


def test_words_that_the_harness_adds_are_the_loops() -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "go on"}]}
    made = entry(kind="MessageEvent", source="environment", llm_message=message)
    assert made == Input((Text("go on"),), who="loop")


def test_the_flag_tells_of_an_error_and_where_there_is_none_the_exit_code() -> None:
    def flag(**observation: Any) -> bool | None:
        made = entry(kind="ObservationEvent", tool_call_id="c", observation={"content": [], **observation})
        assert isinstance(made, Input) and isinstance(made.blocks[0], ToolResult)
        return made.blocks[0].is_error

    assert flag(is_error=False, exit_code=1) is False
    assert flag(exit_code=1) is True
    assert flag(exit_code=-1) is None
    assert flag() is None


def test_a_call_behind_another_protocol_is_answered_when_it_ended() -> None:
    events = KindEvents(RunBuilder())
    called = {
        "kind": "ACPToolCallEvent",
        "source": "agent",
        "tool_call_id": "c",
        "title": "Read",
        "raw_input": {"p": 1},
    }
    first, again, last = (
        events(Record(n, {**called, "status": status, "raw_output": "text"}))
        for n, status in enumerate(("pending", "in_progress", "failed"), 1)
    )
    assert isinstance(first, tuple) and isinstance(first[0], Reply)
    assert isinstance(again, Aside)
    assert isinstance(last, tuple) and last[0] == Input((ToolResult("c", "text", True),))


def test_the_state_tells_how_the_run_ended() -> None:
    def ended(*events: dict[str, Any]) -> tuple[str, str | None]:
        reader = KindEvents(RunBuilder())
        for number, event in enumerate(events, 1):
            reader(Record(number, {"source": "environment", **event}))
        ending = reader.ending()
        return ending.kind, ending.cut_by

    error = {"kind": "ConversationErrorEvent", "code": "MaxIterationsReached", "detail": "limit (30)"}
    assert ended(error) == ("censored", "steps")
    assert ended({"kind": "PauseEvent"}) == ("censored", "abort")
    stuck = {"kind": "ConversationStateUpdateEvent", "key": "full_state", "value": {"execution_status": "stuck"}}
    assert ended(stuck) == ("censored", "abort")


def test_a_kind_of_another_vendor_is_no_event() -> None:
    assert not is_kind_event({"kind": "request", "source": "agent"})
    assert not is_kind_event({"kind": "MessageEvent"})
