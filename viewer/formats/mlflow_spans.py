"""What one MLflow span is: its ids in any of the three layouts, and what its attributes say as a call or a tool."""

from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.convert import arguments, count, mapping, whole_or_none
from viewer.formats.shapes.genai_usage import usage_of
from viewer.formats.shapes.span_times import hex_id, nanoseconds
from viewer.formats.shapes.spans import AgentFacts, Call, Span, SpanKind, ToolRun
from viewer.formats.shapes.traced_inputs import asked
from viewer.formats.shapes.traced_messages import message
from viewer.formats.shapes.traced_replies import answered
from viewer.formats.shapes.traced_tools import traced_tool
from viewer.model.request import recorded
from viewer.model.usage import Usage

_KINDS: dict[str, SpanKind] = {
    "CHAT_MODEL": "model",
    "LLM": "model",
    "AGENT": "agent",
    "TOOL": "tool",
    "EVALUATOR": "judge",
    "GUARDRAIL": "judge",
}
_ERRORS = frozenset({"STATUS_CODE_ERROR", "ERROR"})
_BESIDE = frozenset({"anthropic", "bedrock"})
"""Message formats of providers that count the cache beside the input."""
_COUNTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")


def is_span(value: Any) -> bool:
    """Whether a value is a span whose attributes are MLflow's."""
    attributes = value.get("attributes") if type(value) is dict else None
    return type(attributes) is dict and any(key.startswith("mlflow.") for key in attributes)


def trace_of(value: Any) -> str | None:
    """The trace's id as MLflow names it, out of a span."""
    if type(value) is not dict:
        return None
    context = value.get("context")
    found = hex_id(context.get("trace_id") if type(context) is dict else value.get("trace_id"))
    return None if found is None else f"tr-{found}"


def mlflow_span(record: Record) -> Span | str:
    """The span of a record."""
    value = record.value
    if type(value) is not dict or type(value.get("attributes")) is not dict:
        return "no span as MLflow writes it: it has no attributes"
    context = value.get("context")
    own = context.get("span_id") if type(context) is dict else value.get("span_id")
    kind = _attribute(value, "mlflow.spanType")
    name = value.get("name")
    return Span(
        record,
        trace_of(value),
        hex_id(own),
        hex_id(value.get("parent_span_id", value.get("parent_id"))),
        _KINDS.get(kind, "other") if type(kind) is str else "other",
        name if type(name) is str else "",
        nanoseconds(value.get("start_time_unix_nano", value.get("start_time"))),
        nanoseconds(value.get("end_time_unix_nano", value.get("end_time"))),
        _failed(value),
        f"{kind.lower()} span" if type(kind) is str and kind else "span",
    )


def _failed(value: dict[str, Any]) -> str | None:
    held = value.get("status")
    status: dict[str, Any] = held if type(held) is dict else {}
    code = status.get("code", status.get("status_code", value.get("status_code")))
    if str(code) not in _ERRORS:
        return None
    for said in (status.get("message"), status.get("description"), value.get("status_message")):
        if type(said) is str and said:
            return said
    return "ERROR"


def _attribute(value: dict[str, Any], name: str) -> Any:
    """An attribute, out of the JSON that MLflow makes of each."""
    return arguments(mapping(value["attributes"]).get(name))


def read_call(span: Span) -> Call:
    """A model call: the body that was sent and the answer, in the form of the provider's API."""
    value = span.record.value
    given, output = _attribute(value, "mlflow.spanInputs"), _attribute(value, "mlflow.spanOutputs")
    request = asked(given)
    tools = request.tools or _attribute(value, "mlflow.chat.tools")
    reply = None
    if span.failed is None or output is not None:
        reply = answered(output)
        reply = msgspec.structs.replace(
            reply,
            usage=reply.usage or usage(_attribute(value, "mlflow.chat.tokenUsage"), _provider(value)),
            model=reply.model or _model(value, given),
        )
    return Call(
        request.messages,
        message,
        reply,
        request.system,
        recorded(tools) if tools else None,
        recorded(request.parameters) if request.parameters else None,
    )


def _provider(value: dict[str, Any]) -> Any:
    return _attribute(value, "mlflow.message.format") or _attribute(value, "mlflow.llm.provider")


def _model(value: dict[str, Any], given: Any) -> str | None:
    named = _attribute(value, "mlflow.llm.model") or (given.get("model") if type(given) is dict else None)
    return named if type(named) is str and named else None


def usage(raw: Any, provider: Any) -> Usage | None:
    """Token counts under MLflow's names; a cache that is larger than the input, or such a provider's, is beside it."""
    if raw is None:
        return None
    given, read, written, output = (count(mapping(raw).get(key)) for key in _COUNTS)
    if provider in _BESIDE:
        return Usage(given, read, written, output)
    return usage_of(given, read, written, output)


def total_usage(raw: Any) -> Usage | None:
    """The same as a stated total, whose damage must not cost the run."""
    if type(raw) is not dict:
        return None
    given, read, written, output = (whole_or_none(raw.get(key)) for key in _COUNTS)
    return usage_of(given, read, written, output)


def read_tool(span: Span) -> ToolRun:
    """A tool's run."""
    value = span.record.value
    given, output = _attribute(value, "mlflow.spanInputs"), _attribute(value, "mlflow.spanOutputs")
    return traced_tool(span.name, given, output, failed=span.failed is not None)


def read_agent(span: Span) -> AgentFacts:
    """What an agent's or the root span says of the whole run."""
    counted = total_usage(_attribute(span.record.value, "mlflow.chat.tokenUsage")) if span.kind == "agent" else None
    return AgentFacts(span.name or None, {}, counted)
