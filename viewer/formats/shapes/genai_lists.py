"""Where a model call's span holds its messages: the conventions that have been, newest first."""

from collections.abc import Callable
from typing import Any

import msgspec

from viewer.formats.entries import Input
from viewer.formats.shapes import openinference_call
from viewer.formats.shapes.any_message import any_message, decoded, decoded_content
from viewer.formats.shapes.genai_events import details, event_messages, listed_events
from viewer.formats.shapes.growing_lists import GrowingLists, whole_entries
from viewer.formats.shapes.indexed_attributes import indexed, unflattened
from viewer.formats.shapes.otel_span import OtelSpan

_PROMPTS = (("gen_ai.prompt", "gen_ai.completion"), ("llm.prompts", "llm.completions"))
_WHOLE = (
    ("input.value", "output.value"),
    ("traceloop.entity.input", "traceloop.entity.output"),
    ("request_data", "response_data"),
    ("gcp.vertex.agent.llm_request", "gcp.vertex.agent.llm_response"),
    ("input", "output"),
)
"""Attributes that hold all that went in or came out, in a form that no convention fixes."""


class Lists(msgspec.Struct):
    """The messages of a call as its span holds them."""

    inputs: list[Any] | None
    outputs: list[Any]
    entry_of: Callable[[Any], Input] = any_message
    reply_of: Callable[[Any], Input] = any_message
    cut: bool = False
    """True: a limit of the writer cut the list that was sent; `inputs` is what is whole of it."""


def lists(span: OtelSpan, growing: GrowingLists) -> Lists:
    """The messages of a call; those that no convention of ours knows are looked for in its whole input and output."""
    attributes = span.attributes
    found = _newest(attributes, growing) or _newest(details(span.events), growing)
    made = found or _openinference(attributes) or _ai_sdk(attributes, growing) or _events(span) or _prompts(attributes)
    return made or _whole(attributes)


def _newest(attributes: dict[str, Any], growing: GrowingLists) -> Lists | None:
    inputs = growing.parse(attributes.get("gen_ai.input.messages"))
    outputs = decoded(attributes.get("gen_ai.output.messages"))
    cut = whole_entries(inputs)
    if type(outputs) is not list:
        outputs = whole_entries(outputs)
    if cut is not None:
        return Lists(cut, outputs or [], cut=True)
    if type(inputs) is not list and outputs is None:
        return None
    return Lists(inputs if type(inputs) is list else None, outputs or [])


def _openinference(attributes: dict[str, Any]) -> Lists | None:
    inputs = openinference_call.inputs(attributes)
    outputs = indexed(attributes, "llm.output_messages")
    if inputs is None and outputs is None:
        return None
    whole = _whole(attributes) if inputs is None or outputs is None else None
    if inputs is None and whole is not None and whole.inputs is not None:
        return Lists(whole.inputs, outputs or [], any_message, openinference_call.reply)
    if outputs is None and whole is not None:
        return Lists(inputs, whole.outputs, openinference_call.message)
    return Lists(inputs, outputs or [], openinference_call.message, openinference_call.reply)


def _ai_sdk(attributes: dict[str, Any], growing: GrowingLists) -> Lists | None:
    inputs = growing.parse(attributes.get("ai.prompt.messages"))
    reply: dict[str, Any] = {"role": "assistant", "content": attributes.get("ai.response.text")}
    calls = decoded(attributes.get("ai.response.toolCalls"))
    if not reply["content"] and attributes.get("ai.response.object") is not None:
        reply["content"] = attributes["ai.response.object"]
    if type(calls) is list:
        reply["tool_calls"] = calls
    if attributes.get("ai.response.reasoning"):
        reply["reasoning"] = attributes["ai.response.reasoning"]
    has_reply = len(reply) > 2 or bool(reply["content"])
    if type(inputs) is not list and not has_reply:
        return None
    return Lists(inputs if type(inputs) is list else None, [reply] if has_reply else [])


def _events(span: OtelSpan) -> Lists | None:
    inputs, choices = event_messages(span.events)
    if not inputs and not choices:
        inputs, choices = event_messages(listed_events(span["events"]))
    return Lists(inputs or None, choices) if inputs or choices else None


def _prompts(attributes: dict[str, Any]) -> Lists | None:
    for prompt, completion in _PROMPTS:
        inputs, outputs = indexed(attributes, prompt), indexed(attributes, completion)
        if inputs is None:
            inputs = messages_in(decoded(attributes.get(prompt)))
        if outputs is None:
            outputs = replies_in(decoded(attributes.get(completion)))
        if inputs is not None or outputs:
            return Lists(inputs, outputs, _prompt, _completion)
    return None


def _prompt(entry: Any) -> Input:
    """A message whose parts stand in dotted keys, and whose content, if it was a list, had to become text."""
    found = unflattened(entry)
    if type(found) is dict and type(found.get("content")) is str:
        return any_message({**found, "content": decoded_content(found["content"])})
    return any_message(found)


def _completion(entry: Any) -> Input:
    return _prompt({"role": "assistant", **entry} if type(entry) is dict else entry)


def _whole(attributes: dict[str, Any]) -> Lists:
    for prompt, completion in _WHOLE:
        inputs = messages_in(decoded(attributes.get(prompt)))
        outputs = replies_in(decoded(attributes.get(completion)))
        if inputs is not None or outputs:
            return Lists(inputs, outputs)
    return Lists(None, [])


def messages_in(value: Any) -> list[Any] | None:
    """The messages of a whole input: a list of them, a request body, or the caller's words."""
    if type(value) is dict:
        for key in ("messages", "contents", "input", "prompt"):
            if value.get(key):
                found = messages_in(value[key])
                config = value.get("config")
                system = value.get("system") or (config.get("system_instruction") if type(config) is dict else None)
                return [{"role": "system", "content": system}, *found] if system and found else found
        return None
    if type(value) is str:
        return [{"role": "user", "content": value}] if value else None
    if type(value) is list and value and all(type(one) is dict and "role" in one for one in value):
        return value
    return None


def replies_in(value: Any) -> list[Any]:
    """The replies of a whole output: a response, messages, or the model's words."""
    if type(value) is str:
        return [{"role": "assistant", "content": value}] if value else []
    if type(value) is list:
        return value if all(type(one) is dict and "role" in one for one in value) else []
    if type(value) is not dict:
        return []
    choices = value.get("choices")
    if type(choices) is list:
        return [
            {**one["message"], "finish_reason": one.get("finish_reason")}
            for one in choices
            if type(one) is dict and type(one.get("message")) is dict
        ]
    for key in ("message", "content"):
        if type(value.get(key)) is dict:
            return [{**value[key], "role": "assistant"}]
    if "content" in value or "parts" in value or "tool_calls" in value:
        return [{**value, "role": "assistant"}]
    words = value.get("text", value.get("output_text"))
    if type(words) is str:
        return [{"role": "assistant", "content": words, "finish_reason": value.get("finish_reason")}]
    return []
