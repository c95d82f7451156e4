"""Messages of training sets."""

from viewer.formats.shapes.dataset_messages import in_common_words, is_message, results, said
from viewer.model.block import Text, Thinking, ToolResult, ToolUse


def test_a_message_is_told_by_its_role() -> None:
    assert is_message({"role": "anyone", "content": None})
    assert is_message({"from": "gpt", "value": "hi"})
    assert is_message({"role": "user", "text": "hi"})
    assert not is_message({"from": "Berlin", "value": "hi"})
    assert not is_message({"role": "clerk", "text": "hi"})


def test_a_call_of_its_own_becomes_a_reply_with_a_call() -> None:
    made = in_common_words({"from": "function_call", "value": '{"name": "track", "arguments": {"n": 7}}'})
    assert (made["role"], made["content"]) == ("assistant", None)
    assert made["tool_calls"] == [{"function": {"name": "track", "arguments": {"n": 7}}}]


def test_thoughts_and_calls_in_tags_are_blocks() -> None:
    words = '<think>Look.</think>I look.<tool_call>{"name": "track", "arguments": {"n": 7}}</tool_call>'
    assert said(words) == (Thinking("Look."), Text("I look."), ToolUse(None, "track", {"n": 7}, from_text=True))
    assert said("<tool_call>no JSON</tool_call>") == (Text("<tool_call>no JSON</tool_call>"),)


def test_a_result_in_tags_is_a_result_only_where_nothing_stands_beside_it() -> None:
    assert results("<tool_response>depot</tool_response>") == (ToolResult(None, "depot", from_text=True),)
    assert results("see <tool_response>depot</tool_response>") == ()
