"""Messages of the Vercel AI SDK."""

from typing import Any

import pytest
from conftest import sample

from viewer.analysis.summary import summary
from viewer.formats.ai_sdk_messages import entries_of, is_model_message, is_ui_message, result_of
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Input, Reply
from viewer.model.block import Document, Image, Text, ToolResult, ToolUse


def turn(*parts: dict[str, Any]) -> list[Any]:
    made = entries_of({"role": "assistant", "parts": list(parts)}, RunBuilder())
    assert isinstance(made, tuple)
    return list(made)


def call(state: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool-look", "toolCallId": "c", "state": state, "input": {}, **more}


STEP = {"type": "step-start"}
WORDS = {"type": "text", "text": "done"}


def test_each_step_is_a_reply_with_the_results_that_followed() -> None:
    run = sample("ai_sdk/ui_messages.json")
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "assistant", "user", "assistant"]
    assert len(run.requests) == 3
    assert summary(run).error_results == 2
    assert run.messages[4].blocks == (ToolResult("call_3", "too hot", True, "open_door"),)


def test_without_marks_of_steps_words_after_a_result_are_the_next_reply() -> None:
    first, results, second = turn(call("output-available", output=1), WORDS)
    assert first == Reply((ToolUse("c", "look", {}),))
    assert results == Input((ToolResult("c", 1, False, "look"),))
    assert second == Reply((Text("done"),))


def test_a_tool_that_the_provider_ran_stands_in_its_reply() -> None:
    (reply,) = turn(call("output-available", output=1, providerExecuted=True), WORDS)
    assert [type(block) for block in reply.blocks] == [ToolUse, ToolResult, Text]


@pytest.mark.parametrize("state", ["input-streaming", "input-available", "approval-requested", "approval-responded"])
def test_a_call_that_is_still_due_has_no_result(state: str) -> None:
    assert result_of({"state": state}, "c", "look", "client") is None


def test_calls_that_the_first_versions_put_beside_the_words_are_read() -> None:
    done = {"state": "result", "toolCallId": "c", "toolName": "look", "args": {"a": 1}, "result": "ok"}
    due = {"state": "call", "toolCallId": "d", "toolName": "look", "args": {}}
    message = {"role": "assistant", "content": "I look.", "toolInvocations": [done, due]}
    assert is_ui_message(message)
    made = entries_of(message, RunBuilder())
    assert made == (
        Reply((Text("I look."), ToolUse("c", "look", {"a": 1}), ToolUse("d", "look", {}))),
        Input((ToolResult("c", "ok", False, "look"),)),
    )


def test_calls_of_the_older_layout_are_read() -> None:
    inner = {"state": "result", "toolCallId": "c", "toolName": "look", "args": {"a": 1}, "result": "ok"}
    reply, results = turn({"type": "tool-invocation", "toolInvocation": inner})
    assert reply.blocks == (ToolUse("c", "look", {"a": 1}),)
    assert results.blocks == (ToolResult("c", "ok", False, "look"),)


def test_files_are_images_or_documents() -> None:
    picture = {"type": "file", "mediaType": "image/png", "url": "u"}
    (reply,) = turn(STEP, picture, {"type": "file", "mediaType": "text/csv", "url": "u"})
    assert [type(block) for block in reply.blocks] == [Image, Document]


def test_results_for_a_model_are_unwrapped_and_errors_flagged() -> None:
    part = {"type": "tool-result", "toolCallId": "c", "toolName": "look", "output": {"type": "json", "value": [1]}}
    made = entries_of({"role": "tool", "content": [part]}, RunBuilder())
    assert made == Input((ToolResult("c", [1], None, "look"),))


def test_what_the_messages_are_is_told_by_their_parts() -> None:
    assert is_ui_message({"role": "user", "parts": [WORDS]})
    assert not is_ui_message({"role": "user", "parts": []})
    assert is_model_message({"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c"}]})
    assert not is_model_message({"role": "assistant", "content": [WORDS]})
    assert not is_model_message({"ts": 1, "role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c"}]})
