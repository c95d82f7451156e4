"""One message of a Gemini CLI session."""

from typing import Any

import pytest

from viewer.formats.entries import Aside, Input, Reply
from viewer.formats.gemini_cli_messages import Messages, usage
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.usage import Usage


def call(status: str, **more: Any) -> dict[str, Any]:
    return {"id": "c", "name": "f", "args": {}, "status": status, **more}


def answered(response: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"functionResponse": {"id": "c", "name": "f", "response": response}}]


def result_of(**fields: Any) -> ToolResult | None:
    made = Messages().entry({"type": "gemini", "content": "", "toolCalls": [call(**fields)]})
    assert isinstance(made, tuple)
    if len(made) == 1:
        return None
    assert isinstance(made[1], Input) and isinstance(made[1].blocks[0], ToolResult)
    return made[1].blocks[0]


def test_cached_tokens_are_part_of_the_input_and_thoughts_are_not_part_of_the_output() -> None:
    raw = {"input": 12069, "output": 147, "cached": 11502, "thoughts": 20, "tool": 3, "total": 12239}
    assert usage(raw) == Usage(570, 11502, None, 167)
    assert usage(None) is None


@pytest.mark.parametrize("status", ["validating", "scheduled", "executing", "awaiting_approval"])
def test_a_call_that_did_not_end_has_no_result(status: str) -> None:
    assert result_of(status=status) is None


def test_the_status_flags_a_result() -> None:
    assert result_of(status="success", result=answered({"output": "x"})) == ToolResult("c", "x", False, "f")
    assert result_of(status="error", result=answered({"error": "x"})) == ToolResult("c", "x", True, "f")
    assert result_of(status="cancelled", result=answered({"error": "x"})) == ToolResult("c", "x", True, "f")


def test_a_result_that_only_the_terminal_showed_is_kept() -> None:
    assert result_of(status="success", resultDisplay="3 files") == ToolResult("c", "3 files", False, "f")


def test_parts_beside_a_response_are_kept_with_it() -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "AA"}}
    made = result_of(status="success", result=[*answered({"output": "x"}), picture])
    assert made is not None and made.content == {"response": "x", "parts": [picture]}


def test_a_call_in_both_content_and_tool_calls_is_one_call() -> None:
    content = [{"text": "hm", "thought": True}, {"functionCall": {"id": "c", "name": "f", "args": {}}}]
    thoughts = [{"subject": "A", "description": "B"}]
    made = Messages().entry(
        {"type": "gemini", "content": content, "thoughts": thoughts, "toolCalls": [call("executing")]}
    )
    assert made == (Reply((Thinking("hm"), ToolUse("c", "f", {}))),)


def test_words_beside_repeated_results_are_the_callers() -> None:
    messages = Messages()
    messages.entry({"type": "gemini", "content": "", "toolCalls": [call("success", result=answered({"output": "x"}))]})
    made = messages.entry({"type": "user", "content": [*answered({"output": "x"}), {"text": "go on"}]})
    assert made == Input((Text("go on"),))


def test_results_that_stand_nowhere_else_are_read_from_the_user_message() -> None:
    made = Messages().entry({"type": "user", "parts": answered({"output": "x"})})
    assert made == Input((ToolResult("c", "x", None, "f"),))


def test_notes_are_set_aside_and_unknown_types_refused() -> None:
    assert isinstance(Messages().entry({"type": "warning", "content": "careful"}), Aside)
    with pytest.raises(ValueError, match="song"):
        Messages().entry({"type": "song"})
