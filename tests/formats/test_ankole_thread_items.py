"""Thread items as messages: a pair for each tool, nothing for what is stored for replay only."""

import json
from typing import Any

import pytest

from viewer.formats.ankole_thread_items import chatml, spawned_threads


def only(item: dict[str, Any]) -> dict[str, Any]:
    (message,) = chatml(item)
    return message


def pair(item: dict[str, Any]) -> tuple[str | None, str, Any, str, dict[str, Any]]:
    """Namespace, name, arguments, result and metadata of the two messages of a tool."""
    call, answer = chatml({"id": "i", **item})
    function = call["tool_calls"][0]["function"]
    assert call["tool_calls"][0]["id"] == answer["tool_call_id"] == "i"
    assert (call["id"], answer["id"], call["content"]) == ("i:call", "i:result", "")
    assert function.get("namespace") == answer.get("namespace")
    metadata = {key: value for key, value in answer["metadata"].items() if value is not None}
    return function.get("namespace"), function["name"], function["arguments"], answer["content"], metadata


def test_a_users_texts_are_joined_and_other_parts_kept() -> None:
    texts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert only({"type": "userMessage", "id": "u", "clientId": "e", "content": texts}) == {
        "id": "e",
        "role": "user",
        "content": "ab",
    }
    mixed = [texts[0], {"type": "image", "url": "x"}]
    assert only({"type": "userMessage", "id": "u", "content": mixed})["content"] == mixed


def test_words_of_the_model_have_a_phase() -> None:
    assert only({"type": "agentMessage", "text": "a"})["metadata"] == {"phase": "assistant"}
    assert only({"type": "agentMessage", "text": "a", "phase": "commentary"})["metadata"] == {"phase": "commentary"}
    assert only({"type": "plan", "text": "a"})["metadata"] == {"phase": "plan"}
    assert only({"type": "enteredReviewMode", "review": "a"})["metadata"] == {"phase": "entered_review_mode"}
    assert only({"type": "exitedReviewMode", "review": "a"})["content"] == "a"


def test_reasoning_without_a_summary_is_no_message() -> None:
    assert chatml({"type": "reasoning", "summary": []}) == chatml({"type": "reasoning", "summary": [""]}) == []
    assert only({"type": "reasoning", "summary": ["a", "b"]})["content"] == "a\nb"


def test_a_hooks_fragments_are_a_developers_message() -> None:
    assert only({"type": "hookPrompt", "fragments": [{"a": 1}]})["content"] == '[{"a": 1}]'


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            {"type": "commandExecution", "command": "ls", "cwd": "/", "aggregatedOutput": "x", "status": "completed",
             "exitCode": 0, "durationMs": 3},
            (None, "shell", {"command": "ls", "cwd": "/"}, "x",
             {"status": "completed", "exit_code": 0, "duration_ms": 3}),
        ),
        (
            {"type": "fileChange", "changes": [1], "status": "completed"},
            (None, "apply_patch", {"changes": [1]}, "", {"status": "completed"}),
        ),
        (
            {"type": "mcpToolCall", "server": "git hub", "tool": "a-b", "arguments": {"x": 1}, "result": {"y": 2},
             "status": "completed"},
            ("mcp__git_hub", "a_b", {"x": 1}, '{"y": 2}', {"status": "completed"}),
        ),
        (
            {"type": "mcpToolCall", "server": "mcp__s", "name": "n", "error": {"message": "no"}, "status": "failed"},
            ("mcp__s", "n", {}, '{"message": "no"}', {"status": "failed"}),
        ),
        (
            {"type": "dynamicToolCall", "namespace": "o", "tool": "t", "arguments": None, "contentItems": [],
             "status": "completed", "success": True},
            ("o", "t", {}, "", {"status": "completed", "success": True, "execution_mechanism": "local_dynamic"}),
        ),
        (
            {"type": "webSearch", "query": "q", "action": None},
            (None, "web_search", {"query": "q", "action": None}, "",
             {"status": "completed", "execution_mechanism": "provider_hosted"}),
        ),
        ({"type": "imageView", "path": "p"}, (None, "view_image", {"path": "p"}, "", {"status": "completed"})),
        ({"type": "sleep", "durationMs": 5}, (None, "sleep", {"duration_ms": 5}, "", {"status": "completed"})),
        ({"type": "contextCompaction"}, (None, "context_compaction", {}, "", {"status": "completed"})),
    ],
)  # fmt: skip
def test_a_tool_is_a_call_and_a_result(item: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert pair(item) == expected


def test_a_collaboration_call_names_the_agents_that_it_reached() -> None:
    item = {
        "type": "collabAgentToolCall",
        "tool": "spawnAgent",
        "prompt": "p",
        "receiverThreadIds": ["t"],
        "agentsStates": {"t": {"status": "completed", "message": "m"}},
        "status": "completed",
    }
    namespace, name, given, result, _ = pair(item)
    assert (namespace, name, given) == ("collaboration", "spawn_agent", {"prompt": "p"})
    assert json.loads(result)["agents"] == [{"thread_id": "t", "status": "completed", "message": "m"}]
    assert spawned_threads(item) == ["t"]
    assert pair({**item, "tool": "sendInput"})[2] == {"receiver_thread_ids": ["t"], "input": "p"}
    assert spawned_threads({**item, "tool": "wait"}) == []


def test_a_question_to_the_user_that_waits_is_a_call_alone() -> None:
    waiting = {"type": "dynamicToolCall", "id": "i", "tool": "request_user_input", "status": "inProgress"}
    assert only(waiting)["metadata"] == {"status": "pending_user_input"}
    assert len(chatml({**waiting, "status": "completed", "contentItems": []})) == 2


def test_an_item_of_another_type_is_no_message() -> None:
    assert chatml({"type": "todoList", "id": "i"}) == []
