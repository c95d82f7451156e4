"""What a reply asks for, and the list that goes on with it."""

from typing import Any

import pytest
from wire_server import PATHS, asks, says

from viewer.replay.built import LIST_OF
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_replies import answers, continued, read_reply
from viewer.replay.send_streams import MalformedReply


@pytest.mark.parametrize("protocol", PATHS)
def test_a_call_is_read_with_its_arguments_and_answered_by_its_id(protocol: Protocol) -> None:
    made = read_reply(protocol, asks(protocol, ("c1", "find", {"q": "x"})))
    (call,) = made.calls
    assert (call.id, call.tool, call.arguments, made.ended) == ("c1", "find", {"q": "x"}, "calls")
    (entry,) = answers(protocol, [(call, "found", True)])
    assert (
        entry
        == {
            "anthropic_messages": {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "found", "is_error": True}],
            },
            "openai_chat": {"role": "tool", "tool_call_id": "c1", "content": "found"},
            "openai_responses": {"type": "function_call_output", "call_id": "c1", "output": "found"},
        }[protocol]
    )
    request = {"model": "m", LIST_OF[protocol]: [{"role": "user", "content": "go"}]}
    more = continued(protocol, request, [*made.entries, entry])
    assert more[LIST_OF[protocol]] == [{"role": "user", "content": "go"}, *made.entries, entry]
    assert len(request[LIST_OF[protocol]]) == 1


@pytest.mark.parametrize("protocol", PATHS)
def test_a_reply_of_words_ends_the_sample(protocol: Protocol) -> None:
    assert read_reply(protocol, says(protocol, "done")).ended == "ended"


def test_an_input_of_words_becomes_a_list_to_go_on_with() -> None:
    made = continued("openai_responses", {"input": "go"}, [{"type": "x"}])
    assert made["input"] == [{"role": "user", "content": "go"}, {"type": "x"}]


def test_a_reply_that_met_its_limit_is_cut_short_and_one_that_paused_goes_on() -> None:
    whole = asks("anthropic_messages", ("c1", "find", {}))
    assert read_reply("anthropic_messages", {**whole, "stop_reason": "max_tokens"}).ended == "cut_short"
    assert read_reply("anthropic_messages", {**whole, "content": [], "stop_reason": "pause_turn"}).ended == "paused"
    short = says("openai_responses", "x")
    assert read_reply("openai_responses", {**short, "status": "incomplete"}).ended == "cut_short"


def test_results_that_are_no_text_are_sent_as_each_api_takes_them() -> None:
    call = read_reply("openai_responses", asks("openai_responses", ("c1", "find", {}))).calls[0]
    assert answers("openai_responses", [(call, [{"id": 1}], None)])[0]["output"] == '[{"id": 1}]'
    assert answers("openai_responses", [(call, None, None)])[0]["output"] == ""
    parts = [{"type": "input_text", "text": "x"}]
    assert answers("openai_responses", [(call, parts, None)])[0]["output"] == parts
    assert answers("openai_chat", [(call, [{"id": 1}], None)])[0]["content"] == '[{"id": 1}]'
    assert "is_error" not in answers("anthropic_messages", [(call, "x", None)])[0]["content"][0]


def test_calls_of_other_kinds_are_named_but_cannot_be_answered() -> None:
    items = [{"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "ls"}, {"type": "local_shell_call"}]
    made = read_reply("openai_responses", {"output": items})
    assert [(one.id, one.tool) for one in made.calls] == [("c", "run"), (None, "local_shell")]
    custom = {"id": "c", "type": "custom", "custom": {"name": "run", "input": "ls"}}
    old = {"function_call": {"name": "f", "arguments": "{}"}, "tool_calls": [custom]}
    chat = read_reply("openai_chat", {"choices": [{"message": old}]})
    assert [(one.id, one.tool) for one in chat.calls] == [("c", "run"), (None, "f")]


@pytest.mark.parametrize("protocol", PATHS)
@pytest.mark.parametrize(
    "raw",
    [
        None, [], 1, {}, {"content": 1}, {"content": [1]}, {"content": [{}]}, {"choices": []}, {"choices": [{}]},
        {"choices": [{"message": 1}]}, {"output": 1}, {"output": [{}]}, {"output": [], "status": "failed"},
        {"output": [{"type": "function_call"}]},
        {"content": [{"type": "tool_use", "id": "", "name": "f", "input": {}}]},
        {"content": [{"type": "tool_use", "id": "a", "name": "f", "input": "{}"}]},
        {"choices": [{"message": {"tool_calls": [{"id": "a", "function": {}}]}}]},
    ],
)  # fmt: skip
def test_what_is_no_reply_is_refused(protocol: Protocol, raw: Any) -> None:
    with pytest.raises(MalformedReply):
        read_reply(protocol, raw)
