"""What one record of an OpenAI Agents SDK trace is: a generation, a response, a function, an agent or a frame."""

import json
from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.convert import count, filled_or_none, listing, mapping, text_or_none
from viewer.formats.entries import Aside
from viewer.formats.shapes.any_message import decoded
from viewer.formats.shapes.genai_usage import usage_of
from viewer.formats.shapes.span_times import nanoseconds
from viewer.formats.shapes.spans import AgentFacts, Call, Span, SpanKind, ToolRun
from viewer.formats.shapes.traced_inputs import asked
from viewer.formats.shapes.traced_messages import message
from viewer.formats.shapes.traced_replies import answered
from viewer.model.request import recorded
from viewer.model.usage import Usage

_KINDS: dict[str, SpanKind] = {
    "generation": "model",
    "response": "model",
    "function": "tool",
    "agent": "agent",
    "guardrail": "judge",
}
_AT_PROVIDER = "only the id of the response was exported: what was sent and answered is kept by the provider"


def is_entry(value: Any) -> bool:
    """Whether a value is a trace or a span as the SDK exports them."""
    if type(value) is not dict:
        return False
    return (value.get("object") == "trace" and "workflow_name" in value) or (
        value.get("object") == "trace.span" and "span_data" in value
    )


def sdk_span(record: Record) -> Span | Aside | str:
    """The span of a record; the record of a trace names what its spans belong to."""
    value = record.value
    if type(value) is dict and value.get("object") == "trace":
        return Aside("trace", "it names the workflow; its spans are the run")
    body = value.get("span_data") if type(value) is dict else None
    if type(body) is not dict:
        return "neither a trace nor a span as the SDK writes them"
    kind = body.get("type")
    name = body.get("name")
    return Span(
        record,
        filled_or_none(value.get("trace_id")),
        filled_or_none(value.get("id")),
        filled_or_none(value.get("parent_id")),
        _KINDS.get(kind, "other") if type(kind) is str else "other",
        name if type(name) is str else "",
        nanoseconds(value.get("started_at")),
        nanoseconds(value.get("ended_at")),
        _failed(value.get("error")),
        f"{kind} span" if type(kind) is str else "span",
    )


def _failed(error: Any) -> str | None:
    """The error's words with what the SDK says of it, such as the limit of turns."""
    if type(error) is not dict:
        return filled_or_none(error)
    said, more = str(error.get("message") or "ERROR"), error.get("data")
    return f"{said} {json.dumps(more, ensure_ascii=False)}" if more else said


class SpanReader:
    """Reads the spans of a source; the turn around a call may know what the call's span leaves out."""

    def __init__(self, spans: list[Span]) -> None:
        self._by_id = {span.id: span for span in spans}

    def call(self, span: Span) -> Call:
        """A generation or a response: what was sent and what came back."""
        body = span.record.value["span_data"]
        held = body.get("response")
        response: dict[str, Any] = held if type(held) is dict else {}
        output = body.get("output") or response.get("output")
        request = asked(_without_empty(body.get("input")))
        reply = None
        if span.failed is None or output:
            reply = answered({**response, "output": output} if response else output)
            reply = msgspec.structs.replace(
                reply,
                usage=self._usage(span, body.get("usage")) or reply.usage,
                model=text_or_none(body.get("model")) or reply.model,
            )
        tools = body.get("tools") or response.get("tools") or request.tools
        given = body.get("model_config")
        parameters = {key: one for key, one in mapping(given or {}).items() if one is not None}
        instructions = response.get("instructions")
        elsewhere = body.get("type") == "response" and request.messages is None and not output
        return Call(
            [] if elsewhere else request.messages,
            message,
            reply,
            request.system or ((instructions,) if instructions else ()),
            recorded(tools) if tools else None,
            recorded(parameters) if parameters else None,
            _AT_PROVIDER if elsewhere else None,
        )

    def _usage(self, span: Span, raw: Any) -> Usage | None:
        """Counts of a call, whose input includes the cache; a turn of one call says how much of it was cached."""
        if raw is None:
            return None
        field = mapping(raw).get
        given, output = count(field("input_tokens")), count(field("output_tokens"))
        details = field("input_tokens_details")
        told: dict[str, Any] = details if type(details) is dict else raw
        read, written = count(told.get("cached_tokens")), count(told.get("cache_write_tokens"))
        if read is None:
            around = self._turn(span)
            if around.get("input_tokens") == given:
                read = count(around.get("cached_input_tokens"))
                written = count(around.get("cache_write_input_tokens"))
        return usage_of(given, read, written, output)

    def _turn(self, span: Span) -> dict[str, Any]:
        """The token counts of the turn that a call stands in."""
        above = self._by_id.get(span.parent) if span.parent else None
        body = above.record.value["span_data"].get("data") if above is not None else None
        usage = body.get("usage") if type(body) is dict and body.get("sdk_span_type") == "turn" else None
        return usage if type(usage) is dict else {}

    def tool(self, span: Span) -> ToolRun:
        """A function's run. An error that did not end the run is the span's own, and its output what the model read."""
        body = span.record.value["span_data"]
        output = body.get("output")
        return ToolRun(
            None,
            span.name or None,
            decoded(body.get("input")),
            output,
            output is not None,
            True if span.failed is not None else None,
        )

    def agent(self, span: Span) -> AgentFacts:
        """What an agent's span says: its name, the names of its tools and of the agents it may hand over to."""
        body = span.record.value["span_data"]
        if span.kind != "agent":
            return AgentFacts(span.name or None)
        made = {key: body[key] for key in ("handoffs", "output_type") if body.get(key)}
        if type(body.get("tools")) is list and body["tools"]:
            made["tool_names"] = body["tools"]
        return AgentFacts(span.name or None, made)


def _without_empty(given: Any) -> Any:
    """The list without a leading system message that is empty: an agent that has no instructions."""
    if type(given) is list and given and type(given[0]) is dict:
        first = given[0]
        if first.get("role") == "system" and first.get("content") is None:
            return listing(given)[1:]
    return given
