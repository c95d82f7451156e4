"""OpenInference's attributes, in the forms that its exports give them."""

from typing import Any

import pytest

from viewer.formats.entries import Input
from viewer.formats.shapes.openinference_call import finish_reason, inputs, message, parameters, reply, tools, usage
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse
from viewer.model.usage import Usage


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"message.role": "user", "message.content": "q"}, Input((Text("q"),))),
        ({"message": {"role": "user", "content": "q", "contents": None, "tool_calls": None}}, Input((Text("q"),))),
        ({"role": "user", "content": "q"}, Input((Text("q"),))),
        (
            {
                "message.role": "assistant",
                "message.contents.0.message_content.type": "reasoning",
                "message.contents.0.message_content.text": "hm",
                "message.contents.0.message_content.signature": "s",
            },
            Input((Thinking("hm", "s"),), "assistant"),
        ),
        (
            {
                "message.role": "assistant",
                "message.content": None,
                "message.tool_calls": [{"tool_call.function.name": "mul", "tool_call.function.arguments": '{"a": 2}'}],
            },
            Input((ToolUse(None, "mul", {"a": 2}),), "assistant"),
        ),
        (
            {
                "message.role": "assistant",
                "message.function_call_name": "mul",
                "message.function_call_arguments_json": "{}",
            },
            Input((ToolUse(None, "mul", {}),), "assistant"),
        ),
        (
            {"message.role": "tool", "message.name": "mul", "message.content": "4"},
            Input((ToolResult(None, "4", None, "mul"),)),
        ),
        (
            {
                "message.role": "assistant",
                "message.contents.0.message_content.type": "tool_use",
                "message.contents.0.message_content.tool_call.id": "1",
                "message.contents.0.message_content.tool_call.function.name": "mul",
            },
            Input((ToolUse("1", "mul", None),), "assistant"),
        ),
    ],
)
def test_a_message_is_read_in_every_export_s_form(entry: Any, expected: Input) -> None:
    assert message(entry) == expected


def test_a_picture_stays_as_the_file_holds_it() -> None:
    entry = {
        "message.role": "user",
        "message.contents.0.message_content.type": "image",
        "message.contents.0.message_content.image.image.url": "data:image/png;base64,xx",
    }
    (block,) = message(entry).blocks
    assert isinstance(block, Image)
    assert block.raw["image"] == {"image": {"url": "data:image/png;base64,xx"}}


def test_only_a_reply_may_lack_its_role() -> None:
    assert reply({"message.content": "a"}) == Input((Text("a"),), "assistant")
    with pytest.raises(TypeError):
        message({"message.content": "a"})


def test_prompts_of_completion_models_are_the_caller_s_words() -> None:
    assert inputs({"llm.prompts": ["q"]}) == [{"role": "user", "content": "q"}]
    assert inputs({"llm.prompts": [5]}) is None
    assert inputs({}) is None


def test_the_prompt_count_includes_the_cache() -> None:
    start = "llm.token_count."
    counts = {f"{start}prompt": 32_321, f"{start}prompt_details.cache_read": 31_559, f"{start}completion": 10}
    assert usage(counts) == Usage(32_321 - 31_559, 31_559, None, 10)
    assert usage({f"{start}prompt": 50.0, f"{start}prompt_details.cache_write": 20}) == Usage(30, None, 20, None)
    assert usage({}) is None


def test_parameters_tools_and_stop_reason() -> None:
    assert parameters({"llm.invocation_parameters": {"model": "m", "n": 1}}) == {"n": 1}
    assert parameters({"llm.invocation_parameters": "none"}) == {}
    assert tools({"llm.tools.0.tool.json_schema": "{}", "llm.tools.1.tool.name": "x"}) == [{}, {"name": "x"}]
    assert tools({}) is None
    assert finish_reason({"llm.finish_reason": "stop"}) == "stop"
    assert finish_reason({"output.value": "words"}) is None
    assert finish_reason({"output.value": '{"choices": [5]}'}) is None
