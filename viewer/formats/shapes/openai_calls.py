"""Logged calls of the Chat Completions API, however a log wraps request and response."""

from typing import Any

import msgspec

from viewer.formats.build import RunBuilder
from viewer.formats.convert import as_text, listing, mapping, stop_reason, text_or_none, timestamp
from viewer.formats.entries import Aside, Reply
from viewer.formats.shapes.calls import Wire
from viewer.formats.shapes.openai_messages import entry_of_message, reply, usage
from viewer.formats.shapes.openai_stream import assembled, is_chunk
from viewer.model.block import Unknown
from viewer.model.request import Context, recorded

PARAMETERS = (
    "temperature", "top_p", "max_tokens", "max_completion_tokens", "n", "stop", "seed", "tool_choice",
    "parallel_tool_calls", "function_call", "response_format", "reasoning_effort", "reasoning", "verbosity", "stream",
    "stream_options", "frequency_penalty", "presence_penalty", "logit_bias", "logprobs", "top_logprobs", "user",
    "service_tier", "store", "metadata", "modalities", "audio", "prediction", "web_search_options", "extra_body",
)  # fmt: skip
_NO_REQUEST = Context((), "unknown", reason="the request that led to this response is not in this file")


def call_of(value: Any) -> Any:
    """A wrapped call as `{"request", "response"}` or as the body alone; all else as it is."""
    if type(value) is not dict:
        return value
    response = value.get("response")
    if "messages" in value:
        if type(value.get("choices")) is list:
            return {"request": value, "response": value}
        return {"request": value, "response": response} if type(response) is dict else value
    if type(value.get("body")) is dict:
        return value["body"]  # a line of a batch's input
    if type(response) is dict and "request" not in value:
        return response["body"] if type(response.get("body")) is dict else response
    return value


def is_call(value: Any) -> bool:
    """Whether the value is part of a log of calls, not a message of a list."""
    if type(value) is not dict:
        return False
    if type(call_of(value)) is dict and call_of(value) is not value:
        return True
    return "choices" in value or "request" in value or "messages" in value or "error" in value or is_chunk(value)


def add_fields(builder: RunBuilder, body: dict[str, Any]) -> None:
    """Leading system messages, tools and parameters of a request body."""
    messages = body.get("messages")
    leading = messages[: first_message(messages)] if type(messages) is list else []
    system = [message.get("content") for message in leading]
    tools = body.get("tools", body.get("functions"))
    parameters = {key: body[key] for key in PARAMETERS if key in body}
    builder.fields(
        system=recorded(system[0] if len(system) == 1 else system) if system else None,
        tools=recorded(tools) if type(tools) is list else None,
        parameters=recorded(parameters) if parameters else None,
    )


def first_message(messages: list[Any]) -> int:
    """How many system or developer messages lead the list."""
    for position, message in enumerate(messages):
        if type(message) is not dict or message.get("role") not in ("system", "developer"):
            return position
    return len(messages)


def _reply(response: dict[str, Any]) -> Reply | Aside:
    if "chunks" in response:
        response = assembled(response["chunks"])
    if "choices" not in response:
        error = response.get("error")
        if error is not None:
            return Aside("error response", as_text(error.get("message", error) if type(error) is dict else error))
        entry = entry_of_message(response)
        if not isinstance(entry, Reply):
            raise TypeError("neither a response nor a reply")
        return entry
    choices = listing(response["choices"])
    if not choices:
        return Aside("empty response", "`choices` is empty")
    word = choices[0].get("finish_reason")
    made = reply(mapping(choices[0]["message"]))
    return msgspec.structs.replace(
        made,
        blocks=made.blocks + tuple(Unknown("a further choice", choice) for choice in choices[1:]),
        usage=usage(response.get("usage")),
        stop_reason=stop_reason(word),
        stop_reason_recorded=word,
        model=text_or_none(response.get("model")) or None,
        timestamp=timestamp(response.get("created") or None),
        context=_NO_REQUEST,
    )


def _message(response: dict[str, Any]) -> dict[str, Any]:
    if "chunks" in response:
        response = assembled(response["chunks"])
    return mapping(response["choices"][0]["message"] if "choices" in response else response)


def _identity(message: dict[str, Any]) -> Any:
    """Role, content, calls and call id; fields that only a response has do not count."""
    content = message.get("content")
    if type(content) is list and len(content) == 1 and type(content[0]) is dict and content[0].get("type") == "text":
        content = content[0].get("text")
    calls = message.get("tool_calls")
    if type(calls) is list:
        calls = [(call.get("id"), call.get("function")) if type(call) is dict else call for call in calls]
    return message.get("role", "assistant"), content or None, calls or None, message.get("tool_call_id")


WIRE = Wire(
    lambda: RunBuilder(one_result_per_record=True),
    add_fields,
    entry_of_message,
    _reply,
    _message,
    _identity,
    first_message=first_message,
)
"""For `Conversations`."""
