"""One entry of a pi session."""

from typing import Any

import pytest

from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.pi_entries import entry, usage
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def made(message: dict[str, Any]) -> Entry:
    return entry({"type": "message", "message": message}, lambda compaction: None)


def test_a_reply_keeps_thinking_calls_and_its_own_word_for_stopping() -> None:
    reply = made(
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm", "thinkingSignature": "s"},
                {"type": "toolCall", "id": "t", "name": "f", "arguments": {"a": 1}},
            ],
            "stopReason": "toolUse",
            "model": "m",
        }
    )
    assert isinstance(reply, Reply)
    assert reply.blocks == (Thinking("hm", "s"), ToolUse("t", "f", {"a": 1}))
    assert (reply.stop_reason, reply.stop_reason_recorded, reply.model) == ("tool_use", "toolUse", "m")


def test_the_trouble_of_a_failed_reply_is_kept() -> None:
    reply = made({"role": "assistant", "content": [], "stopReason": "error", "errorMessage": "400 no result"})
    assert isinstance(reply, Reply) and reply.blocks == (Unknown("error message", "400 no result"),)


def test_a_result_keeps_its_flag_name_and_content() -> None:
    content = [{"type": "text", "text": "x"}]
    result = made({"role": "toolResult", "toolCallId": "t", "toolName": "f", "content": content, "isError": True})
    assert result == Input((ToolResult("t", content, True, "f"),))


def test_pictures_of_a_user_are_kept() -> None:
    picture = {"type": "image", "data": "AA", "mimeType": "image/png"}
    assert made({"role": "user", "content": [picture]}) == Input((Image("image/png", picture),))
    assert made({"role": "user", "content": "a", "attachments": [picture]}) == Input(
        (Text("a"), Image("image/png", picture))
    )


def test_a_command_of_the_user_is_the_callers_unless_it_was_kept_out() -> None:
    command = {"role": "bashExecution", "command": "ls", "output": "", "exitCode": 0}
    assert made(command) == Input((Unknown("bashExecution", command),), who="caller")
    assert isinstance(made({**command, "excludeFromContext": True}), Aside)


def test_what_extensions_and_summaries_add_is_the_loops() -> None:
    hidden = entry({"type": "custom_message", "content": "It is March.", "display": False}, lambda compaction: None)
    summary = entry({"type": "branch_summary", "summary": "given up"}, lambda compaction: None)
    assert (hidden, summary) == (Input((Text("It is March."),), who="loop"), Input((Text("given up"),), who="loop"))


def test_a_compaction_names_the_record_that_it_kept_first() -> None:
    compacted = entry({"type": "compaction", "summary": "so far"}, lambda compaction: 7)
    assert isinstance(compacted, Compacted) and (compacted.kept, compacted.blocks) == (7, (Text("so far"),))


@pytest.mark.parametrize("role", ["narrator", None])
def test_an_unknown_role_is_refused(role: str | None) -> None:
    with pytest.raises(ValueError, match="role"):
        made({"role": role})


def test_the_lines_time_is_taken_before_the_messages() -> None:
    line = {
        "type": "message",
        "timestamp": "2025-12-20T08:00:00Z",
        "message": {"role": "user", "content": "a", "timestamp": 1},
    }
    stored = entry(line, lambda compaction: None)
    assert isinstance(stored, Input) and stored.timestamp == "2025-12-20T08:00:00Z"


def test_usage_is_taken_as_it_is() -> None:
    assert usage({"input": 8, "output": 3, "cacheRead": 50, "cacheWrite": 20}) == Usage(8, 50, 20, 3)
