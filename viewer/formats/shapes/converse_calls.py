"""Logged calls of Bedrock's Converse API: {"request": {"messages", "system"}, "response": {"output": {"message"}}}."""

from typing import Any

import msgspec

from viewer.formats.build import RunBuilder
from viewer.formats.convert import as_text, mapping
from viewer.formats.entries import Aside, Reply
from viewer.formats.shapes.bedrock_messages import entry_of_message, seconds, stop_of, usage
from viewer.formats.shapes.calls import Wire
from viewer.model.request import recorded

_PARAMETERS = ("inferenceConfig", "additionalModelRequestFields", "guardrailConfig", "performanceConfig")


def is_call(value: Any) -> bool:
    """Whether a value is a call whose response is of this API."""
    response = value.get("response") if type(value) is dict else None
    output = response.get("output") if type(response) is dict else None
    return type(output) is dict and type(output.get("message")) is dict and type(value.get("request")) is dict


def _add_fields(builder: RunBuilder, body: dict[str, Any]) -> None:
    config = body.get("toolConfig")
    tools = config.get("tools") if type(config) is dict else None
    parameters = {key: body[key] for key in _PARAMETERS if key in body}
    builder.fields(
        system=recorded(body["system"]) if "system" in body else None,
        tools=None if tools is None else recorded(tools),
        parameters=recorded(parameters) if parameters else None,
    )


def _reply(response: dict[str, Any]) -> Reply | Aside:
    if "output" not in response and "message" in response:
        return Aside("error response", as_text(response["message"]))
    entry = entry_of_message(_message(response))
    if not isinstance(entry, Reply):
        raise TypeError("a response is no assistant message")
    word = response.get("stopReason")
    return msgspec.structs.replace(
        entry,
        usage=usage(response.get("usage")),
        stop_reason=None if word is None else stop_of(word),
        stop_reason_recorded=word,
        seconds=seconds(response.get("metrics")),
    )


def _message(response: dict[str, Any]) -> dict[str, Any]:
    return mapping(mapping(response["output"])["message"])


def _identity(message: dict[str, Any]) -> Any:
    content = message.get("content")
    if type(content) is list:
        content = [part for part in content if not (type(part) is dict and "cachePoint" in part)]
    return message.get("role"), content


WIRE = Wire(lambda: RunBuilder(one_result_per_record=True), _add_fields, entry_of_message, _reply, _message, _identity)
"""For `Conversations`."""
