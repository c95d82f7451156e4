"""Messages of a Goose session."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values, sample

from viewer.formats.goose_messages import blocks, usage
from viewer.model.block import Image, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Run
from viewer.model.usage import Usage


def message(role: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": role, "created": 1769100000, "content": list(parts), **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(call_id: str) -> dict[str, Any]:
    return {
        "type": "toolRequest",
        "id": call_id,
        "toolCall": {"status": "success", "value": {"name": "f", "arguments": {}}},
    }


def answer(call_id: str, **result: Any) -> dict[str, Any]:
    return {"type": "toolResponse", "id": call_id, "toolResult": result}


def one(*values: Any) -> Run:
    (run,) = read_values({"working_dir": "/", "conversation": list(values)})
    assert unaccounted((run,)) == []
    return run


def test_input_excludes_what_the_cache_gave_and_took() -> None:
    counted = {"inputTokens": 420, "outputTokens": 15, "cacheReadTokens": 300, "cacheWriteTokens": 100}
    assert usage(counted) == Usage(20, 300, 100, 15)
    assert (usage({"inputTokens": 5, "cacheReadTokens": 9}), usage(None)) == (Usage(5, 9, None, None), None)


@pytest.mark.parametrize(
    ("result", "content", "flag"),
    [
        ({"status": "success", "value": [text("ok")]}, [text("ok")], None),
        ({"status": "success", "value": {"content": [text("ok")], "isError": False}}, [text("ok")], False),
        (
            {"status": "success", "value": {"content": [], "structuredContent": {"a": 1}, "isError": True}},
            {"content": [], "structuredContent": {"a": 1}},
            True,
        ),
        ({"status": "error", "error": "no"}, "no", True),
        ({"Ok": [text("ok")]}, [text("ok")], None),
        ({"Err": "no"}, "no", True),
    ],
)
def test_a_response_has_one_of_several_forms(result: dict[str, Any], content: Any, flag: bool | None) -> None:
    assert blocks([answer("a", **result)]) == (ToolResult("a", content, flag),)
    assert blocks([{"type": "tool_result", "id": "a", "tool_result": result}]) == (ToolResult("a", content, flag),)


def test_a_request_that_is_no_call_is_kept_whole() -> None:
    part = {"type": "toolRequest", "id": "a", "toolCall": {"status": "error", "error": "no JSON"}}
    assert blocks([part, call("b")]) == (Unknown("tool request that is no call", part), ToolUse("b", "f", {}))


def test_thinking_images_and_unknown_parts_are_kept() -> None:
    picture, other = {"type": "image", "data": "AA", "mimeType": "image/png"}, {"type": "hologram"}
    assert blocks(
        [
            {"type": "thinking", "thinking": "t", "signature": "s"},
            {"type": "redactedThinking", "data": "d"},
            picture,
            other,
        ]
    ) == (
        Thinking("t", "s"),
        Thinking(None, "d", redacted=True),
        Image("image/png", picture),
        Unknown("hologram", other),
    )


def test_calls_of_one_reply_that_are_stored_one_by_one_are_one_message() -> None:
    run = one(
        message("user", text("go")),
        message("assistant", text("both"), call("a"), id="r"),
        message("user", answer("a", status="success", value=[])),
        message("assistant", call("b"), id="r"),
        message("user", answer("b", status="success", value=[])),
        message("assistant", text("done"), id="s"),
    )
    assert ([message.records for message in run.messages][1], len(run.requests)) == ((2, 4), 2)


def test_a_summary_behind_hidden_messages_starts_the_list_anew() -> None:
    run = sample("goose/export.json")
    context = run.requests[-1].context
    assert context is not None and context.ranges == ((3, 4),)
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(4, "notice")]


def test_words_that_the_user_was_not_shown_are_the_loop_s() -> None:
    run = one(
        message("user", text("a"), metadata={"userVisible": False, "agentVisible": True}), message("User", text("b"))
    )
    assert [message.producers[0].who for message in run.messages] == ["loop", "caller"]


def test_a_reply_cut_by_its_limit_says_so() -> None:
    (request,) = one(message("assistant", text("a"), metadata={"outputTokenLimitReached": True})).requests
    assert (request.stop_reason, request.stop_reason_recorded) == ("max_tokens", "length")


def test_a_role_that_is_not_known_is_a_problem() -> None:
    assert [problem.record for problem in one(message("hologram", text("a"))).problems] == [1]
