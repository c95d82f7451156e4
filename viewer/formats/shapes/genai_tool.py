"""What a tool's span says, by any of the conventions."""

from typing import Any

from viewer.formats.convert import arguments
from viewer.formats.shapes.any_message import decoded, decoded_content
from viewer.formats.shapes.any_part import id_text
from viewer.formats.shapes.genai_events import CHOICE, details
from viewer.formats.shapes.otel_span import OtelSpan
from viewer.formats.shapes.spans import ToolRun

_IDS = ("gen_ai.tool.call.id", "tool_call.id", "ai.toolCall.id", "tool.id", "tool_call_id", "gen_ai.tool.id")
_NAMES = ("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name", "tool_call.function.name")
_ARGUMENTS = (
    "gen_ai.tool.call.arguments", "tool_arguments", "ai.toolCall.args", "ai.toolCall.input",
    "tool_call.function.arguments", "traceloop.entity.input", "input.value",
    "tool.parameters", "gcp.vertex.agent.tool_call_args", "input",
)  # fmt: skip
_RESULTS = (
    "gen_ai.tool.call.result", "tool_response", "ai.toolCall.result", "ai.toolCall.output", "traceloop.entity.output",
    "output.value", "gen_ai.tool.message", "gcp.vertex.agent.tool_response", "output",
)  # fmt: skip


def genai_tool(span: OtelSpan) -> ToolRun:
    """The tool's call and its result; an error by the span's status."""
    attributes = span.attributes
    call_id = _id(attributes)
    given, result, has_result = _value(attributes, _ARGUMENTS), None, False
    for key in _RESULTS:
        if key in attributes:
            result, has_result = attributes[key], True
            break
    given, result, has_result = _of_details(details(span.events), given, result, has_result)
    for name, body in span.events:
        if name == "gen_ai.tool.message" and given is None:
            given = body.get("content")
            call_id = call_id or _text(body, ("id",))
        elif name == CHOICE and not has_result:
            result, has_result = decoded_content(body.get("message", body.get("content"))), True
    stated = span["gen_ai.tool.status"]
    all_well = span.all_well or stated == "success"
    return ToolRun(
        call_id,
        _text(attributes, _NAMES) or span.name.removeprefix("execute_tool ") or None,
        arguments(given),
        result,
        has_result,
        True if span.failed is not None or stated == "error" else False if all_well else None,
    )


def _of_details(body: dict[str, Any], given: Any, result: Any, has_result: bool) -> tuple[Any, Any, bool]:
    """A call and its result as messages: the parts of the one event of the newest conventions."""
    for key in ("gen_ai.input.messages", "gen_ai.output.messages"):
        for message in decoded(body.get(key)) or ():
            for part in message.get("parts", ()):
                if part.get("type") == "tool_call" and given is None:
                    given = part.get("arguments")
                elif part.get("type") == "tool_call_response" and not has_result:
                    result, has_result = part.get("response", part.get("result")), True
    return given, result, has_result


def _value(attributes: dict[str, Any], keys: tuple[str, ...]) -> Any:
    for key in keys:
        if attributes.get(key) is not None:
            return attributes[key]
    return None


def _id(attributes: dict[str, Any]) -> str | None:
    found = _value(attributes, _IDS)
    return id_text(found) if type(found) is list else _text(attributes, _IDS)


def _text(attributes: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    found = _value(attributes, keys)
    return found if type(found) is str and found else None
