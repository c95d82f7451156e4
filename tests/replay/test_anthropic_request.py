from typing import Any

from conftest import read_values

from viewer.model.run import Run
from viewer.replay.anthropic_request import system_for
from viewer.replay.built import Losses
from viewer.replay.swap import Replacement, SwappedRequest, swap


def _openai(*messages: dict[str, Any], **head: Any) -> Run:
    (run,) = read_values({"model": "gpt-5", **head, "messages": list(messages)}, format="openai_chat")
    return run


def _call(call_id: str) -> dict[str, Any]:
    function = {"name": "look", "arguments": '{"x": [1, 2]}'}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }


TOOL = {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object"}}}


def _request(run: Run, message: int) -> SwappedRequest:
    made = swap(run, Replacement(message, 0, "x"), "anthropic_messages")
    assert isinstance(made, SwappedRequest), made
    return made


def test_an_openai_run_becomes_an_anthropic_request() -> None:
    run = _openai(
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "go"},
        _call("a"),
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {"role": "assistant", "content": "done"},
        tools=[TOOL],
        max_completion_tokens=99,
        stop="END",
        tool_choice="required",
        seed=7,
    )
    made = _request(run, 2)
    assert made.body == {
        "model": "gpt-5",
        "max_tokens": 99,
        "stop_sequences": ["END"],
        "tool_choice": {"type": "any"},
        "system": "be brief",
        "tools": [{"name": "look", "description": "Looks.", "input_schema": {"type": "object"}}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "go"}]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "look", "input": {"x": [1, 2]}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
        ],
    }
    assert [loss.text for loss in made.losses] == ["parameter 'seed' is left out: this API has no word for it"]


def test_a_system_message_inside_the_list_is_sent_once_in_system() -> None:
    run = _openai(
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "ok"},
        {"role": "system", "content": "be kind"},
        {"role": "user", "content": "look"},
        _call("a"),
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        max_tokens=9,
    )
    made = _request(run, 5)
    assert made.body["system"] == [{"type": "text", "text": "be brief"}, {"type": "text", "text": "be kind"}]
    assert [message["role"] for message in made.body["messages"]] == ["user", "assistant", "user", "assistant", "user"]
    assert [loss.position for loss in made.losses] == ["[2]"]
    again = swap(run, Replacement(5, 0, "x"), "openai_chat")
    assert isinstance(again, SwappedRequest)
    assert [message["content"] for message in again.body["messages"] if message["role"] == "system"] == [
        "be brief",
        "be kind",
    ]


def test_parts_of_a_system_prompt_that_are_no_text_are_named() -> None:
    losses = Losses()
    assert system_for(["a", {"type": "image"}], losses) == [{"type": "text", "text": "a"}]
    assert len(losses.found) == 1
