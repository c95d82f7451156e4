"""Messages of OpenCode and their parts."""

from typing import Any

import pytest

from viewer.formats.convert import whole_or_none
from viewer.formats.entries import Input, Reply
from viewer.formats.opencode_parts import made_of, read_part, usage
from viewer.model.block import Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def tool(status: str, **state: Any) -> dict[str, Any]:
    return {"type": "tool", "callID": "c", "tool": "bash", "state": {"status": status, "input": {"a": 1}, **state}}


def entries(info: dict[str, Any], *parts: Any) -> list[Any]:
    return [one.entry for one in made_of(info, [read_part(part, number) for number, part in enumerate(parts, 2)])]


def test_input_excludes_the_cache_and_reasoning_counts_where_it_stands_beside_the_output() -> None:
    cached = {"input": 10, "output": 20, "reasoning": 5, "cache": {"read": 100, "write": 7}}
    assert usage({**cached, "total": 142}) == Usage(10, 100, 7, 25)
    assert usage({**cached, "total": 137}) == Usage(10, 100, 7, 20)
    assert usage(cached) == Usage(10, 100, 7, 20)
    assert usage({"input": 120, "output": 16}) == Usage(120, None, None, 16)


def test_a_damaged_count_raises_but_not_in_a_head() -> None:
    with pytest.raises(TypeError):
        usage({"input": "many"})
    assert usage({"input": "many"}, whole_or_none) == Usage()


@pytest.mark.parametrize(
    ("state", "result"),
    [
        (tool("completed", output="ok"), ToolResult("c", "ok", False, "bash")),
        (tool("error", error="no"), ToolResult("c", "no", True, "bash")),
        (tool("running"), None),
        (
            tool("completed", output="ok", attachments=[1]),
            ToolResult("c", {"output": "ok", "attachments": [1]}, False, "bash"),
        ),
    ],
)
def test_a_call_s_result_stands_in_the_same_part(state: dict[str, Any], result: ToolResult | None) -> None:
    part = read_part(state, 1)
    assert (part.block, part.result) == (ToolUse("c", "bash", {"a": 1}), result)


def test_what_the_provider_ran_stays_in_the_reply() -> None:
    ran = {**tool("completed", output="ok"), "metadata": {"providerExecuted": True}}
    (reply,) = entries({"role": "assistant"}, ran)
    assert [type(block) for block in reply.blocks] == [ToolUse, ToolResult]
    assert {block.executed_by for block in reply.blocks} == {"provider"}


def test_a_message_of_several_steps_is_as_many_replies_with_the_tokens_of_each() -> None:
    finish = {"type": "step-finish", "reason": "tool-calls", "tokens": {"input": 1, "output": 2}}
    made = entries(
        {"role": "assistant", "tokens": {"input": 9, "output": 9}, "finish": "stop"},
        {"type": "step-start"},
        tool("completed", output="ok"),
        finish,
        {"type": "step-start"},
        {"type": "text", "text": "done"},
        {**finish, "reason": "stop"},
    )
    assert [type(one) for one in made] == [Reply, Input, Reply]
    assert [one.usage for one in made if isinstance(one, Reply)] == [Usage(1, None, None, 2)] * 2
    assert [one.stop_reason for one in made if isinstance(one, Reply)] == ["tool_use", "end_turn"]


def test_a_message_of_one_step_has_the_tokens_and_the_word_of_the_message() -> None:
    (reply,) = entries(
        {"role": "assistant", "tokens": {"input": 9, "output": 8}, "finish": "length", "modelID": "m"},
        {"type": "text", "text": "x"},
        {"type": "step-start"},
        {"type": "step-finish", "reason": "stop", "tokens": {"input": 1, "output": 1}},
    )
    assert (reply.usage, reply.stop_reason, reply.model) == (Usage(9, None, None, 8), "max_tokens", "m")


def test_parts_of_a_user_s_message_are_kept_and_those_not_sent_are_marked() -> None:
    picture, paper = {"type": "file", "mime": "image/png"}, {"type": "file", "mime": "text/plain"}
    hidden, other = {"type": "text", "text": "h", "ignored": True}, {"type": "subtask", "prompt": "p"}
    (made,) = entries(
        {"role": "user"}, {"type": "text", "text": "a"}, picture, paper, hidden, other, {"type": "compaction"}
    )
    assert made.blocks == (
        Text("a"),
        Image("image/png", picture),
        Document("text/plain", paper),
        Unknown("text that was not sent", hidden),
        Unknown("subtask", other),
    )
    assert made.who == "caller"


def test_words_that_only_the_client_made_are_the_loop_s() -> None:
    (made,) = entries({"role": "user"}, {"type": "text", "text": "a", "synthetic": True})
    assert made.who == "loop"


def test_a_thought_keeps_its_signature() -> None:
    part = {"type": "reasoning", "text": "t", "metadata": {"anthropic": {"signature": "s"}}}
    assert read_part(part, 1).block == Thinking("t", "s")


def test_an_error_is_kept_behind_the_reply() -> None:
    (reply,) = entries({"role": "assistant", "error": {"name": "APIError"}})
    assert reply.blocks == (Unknown("error", {"name": "APIError"}),)


def test_a_role_that_is_not_known_raises() -> None:
    with pytest.raises(ValueError, match="hologram"):
        entries({"role": "hologram"})
