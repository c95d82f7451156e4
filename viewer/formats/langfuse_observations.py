"""What one Langfuse observation is: a model call, an agent, a tool or anything else, and what it says."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.decode.python_text import literal
from viewer.formats.convert import (
    arguments,
    filled_or_none,
    listing,
    mapping,
    number_or_none,
    stop_reason,
    text_or_none,
    whole_or_none,
)
from viewer.formats.entries import Reply
from viewer.formats.langfuse_usage import usage
from viewer.formats.shapes.any_message import decoded
from viewer.formats.shapes.gemini_parts import stop_of
from viewer.formats.shapes.genai_call import finish_reason, has_history, history, system_texts, tool_schemas
from viewer.formats.shapes.genai_kind import kind_of
from viewer.formats.shapes.genai_tool import genai_tool
from viewer.formats.shapes.growing_lists import GrowingLists
from viewer.formats.shapes.langchain_messages import unwrapped
from viewer.formats.shapes.otel_span import OtelSpan
from viewer.formats.shapes.span_times import nanoseconds
from viewer.formats.shapes.spans import AgentFacts, Call, Span, SpanKind, ToolRun
from viewer.formats.shapes.traced_inputs import FROM_ABOVE, asked, held_above
from viewer.formats.shapes.traced_messages import is_message, message
from viewer.formats.shapes.traced_replies import answered
from viewer.model.block import Block, ToolUse
from viewer.model.request import recorded

TYPES = frozenset({
    "SPAN", "GENERATION", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "GUARDRAIL", "EMBEDDING",
})  # fmt: skip
_KINDS: dict[str, SpanKind] = {"GENERATION": "model", "AGENT": "agent", "TOOL": "tool"}
_TOOL_SIGNS = ("langsmith.span.kind", "ag2.span.type")
_AT_PROVIDER = "the call went on from a response that the provider keeps: what that held is not stored with the call"
_NO_PARAMETERS = frozenset(
    {"id", "created_at", "finishReason", "instructions", "tools", "model", "object", "output", "status", "usage"}
)
"""Fields of a response that an integration copies into `modelParameters`."""


def is_observation(value: Any) -> bool:
    """Whether a value is an observation of a trace; exports to a bucket name its fields in another case."""
    if type(value) is not dict or value.get("type") not in TYPES:
        return False
    return any(key in value for key in ("traceId", "parentObservationId", "parent_observation_id"))


def observation(record: Record) -> Span:
    """The span of a record for which `is_observation` holds."""
    value = record.value
    name = value["name"] if type(value.get("name")) is str else ""
    failed = value.get("statusMessage") if value.get("level") == "ERROR" else None
    return Span(
        record,
        filled_or_none(value.get("traceId")),
        filled_or_none(value.get("id")),
        filled_or_none(value.get("parentObservationId")),
        _kind(record, name),
        name,
        nanoseconds(value.get("startTime")),
        nanoseconds(value.get("endTime")),
        (filled_or_none(failed) or "ERROR") if value.get("level") == "ERROR" else None,
        f"{value['type'].lower()} observation",
    )


def _kind(record: Record, name: str) -> SpanKind:
    """By its type; a tool's or agent's run is often a mere span, which its attributes or its output tell."""
    value = record.value
    found = _KINDS.get(value["type"])
    if found is not None or value["type"] == "EVENT":
        return found or "other"
    attributes = attributes_of(value)
    told, _ = kind_of(_span(record, name, attributes, None))
    if told in ("tool", "agent"):
        return told
    if "gen_ai.tool.name" in attributes or any(attributes.get(key) == "tool" for key in _TOOL_SIGNS):
        return "tool"
    return "tool" if _tool_message(value.get("output")) is not None else "other"


def attributes_of(value: dict[str, Any]) -> dict[str, Any]:
    """The attributes of the OpenTelemetry span that the observation was made of."""
    metadata = decoded(value.get("metadata"))
    found = decoded(metadata.get("attributes")) if type(metadata) is dict else None
    return found if type(found) is dict else {}


def _span(record: Record, name: str, attributes: dict[str, Any], failed: str | None) -> OtelSpan:
    return OtelSpan(record, None, None, None, name, None, None, attributes, [], {}, None, False, failed)


def _tool_message(output: Any) -> dict[str, Any] | None:
    """LangChain's message of a tool, where the output is one."""
    if type(output) is str and "tool_call_id" not in output:
        return None
    found = unwrapped(decoded(output))
    return found[1] if found is not None and found[0] == "tool" and "tool_call_id" in found[1] else None


class Observations:
    """Reads the spans of a source; those above a call may hold what it does not."""

    def __init__(self, spans: list[Span]) -> None:
        self._by_id = {span.id: span for span in spans}
        self._growing = GrowingLists()

    def call(self, span: Span) -> Call:
        """A generation: what was sent and what came back."""
        value = span.record.value
        attributes = attributes_of(value)
        request = asked(self._growing.parse(value.get("input")))
        above = held_above(self._around(span), value["input"]) if request.as_text else None
        reply = None if span.failed is not None and not value.get("output") else _reply(value)
        output = decoded(value.get("output"))
        body: dict[str, Any] = output if type(output) is dict else {}
        system = request.system or system_texts(attributes)
        if not system and body.get("instructions"):
            system = (body["instructions"],)
        tools = request.tools or _tools(value, attributes) or body.get("tools")
        given = {**request.parameters, **mapping(value.get("modelParameters") or {})}
        parameters = {key: one for key, one in given.items() if one is not None and key not in _NO_PARAMETERS}
        continued = attributes.get("gen_ai.conversation.id")
        return Call(
            above or request.messages,
            message,
            reply,
            system,
            recorded(tools) if tools else None,
            recorded(parameters) if parameters else None,
            _AT_PROVIDER if type(continued) is str and continued.startswith("resp_") else None,
            FROM_ABOVE if above else None,
        )

    def _around(self, span: Span) -> Iterator[Any]:
        """Inputs of the spans around one, the nearest first."""
        above: Span | None = span
        while above is not None and (above := self._by_id.get(above.parent) if above.parent else None) is not None:
            yield above.record.value.get("input")

    def tool(self, span: Span) -> ToolRun:
        """A tool's run; its input and output are the observation's own, else those of its attributes."""
        value = span.record.value
        told = genai_tool(_span(span.record, span.name, attributes_of(value), span.failed))
        shown = _tool_message(value.get("output"))
        given, result = _arguments(value.get("input")), value.get("output")
        if shown is not None:
            told = msgspec.structs.replace(
                told,
                call_id=told.call_id or text_or_none(shown["tool_call_id"]),
                name=text_or_none(shown.get("name")) or told.name,
                result=shown.get("content"),
                has_result=True,
                is_error={"error": True, "success": False}.get(str(shown.get("status")), told.is_error),
            )
        elif result is not None:
            told = msgspec.structs.replace(told, result=result, has_result=True)
        return msgspec.structs.replace(told, arguments=told.arguments if given is None else given)

    def agent(self, span: Span) -> AgentFacts:
        """What an agent's observation states of the whole run below it."""
        value = span.record.value
        attributes = attributes_of(value)
        named = attributes.get("gen_ai.agent.name", attributes.get("agent_name"))
        return AgentFacts(
            filled_or_none(named) or span.name or None,
            {key: one for key, one in attributes.items() if key.startswith("gen_ai.agent.") and type(one) is str},
            _usage_or_none(value) if value["type"] != "GENERATION" else None,
            number_or_none(value.get("totalCost")) or None,
            has_history=has_history(attributes) or _messages(value) is not None,
        )

    def history(self, span: Span) -> Call:
        """The messages of a whole run, out of an agent's attributes, else of its input and output together."""
        value = span.record.value
        attributes = attributes_of(value)
        if has_history(attributes):
            return history(_span(span.record, span.name, attributes, span.failed))
        request = asked(value.get("input"))
        return Call([*(request.messages or ()), *listing(_messages(value))], message, None, request.system)


def _messages(value: dict[str, Any]) -> list[Any] | None:
    """An output that is messages; None: it is something else."""
    found = decoded(value.get("output"))
    return found if type(found) is list and found and all(map(is_message, found)) else None


def _usage_or_none(value: dict[str, Any]) -> Any:
    """A stated total, whose damage must not cost the run."""
    details = value.get("usageDetails")
    if type(details) is not dict or any(whole_or_none(one) is None for one in details.values()):
        return None
    return usage(value)


def _reply(value: dict[str, Any]) -> Reply:
    reply = answered(value.get("output"))
    model = text_or_none(value.get("model"))
    blocks = reply.blocks or _listed_calls(value)
    stopped = None if reply.stop_reason_recorded else _stopped(value)
    if stopped is not None:
        reason = stop_of(stopped, blocks)[0] if stopped.isupper() else stop_reason(stopped)
        reply = msgspec.structs.replace(reply, stop_reason=reason, stop_reason_recorded=stopped)
    return msgspec.structs.replace(
        reply,
        blocks=blocks,
        usage=usage(value) or reply.usage,
        model=model or reply.model,
    )


def _stopped(value: dict[str, Any]) -> str | None:
    """Why a reply ended, told beside it: Langfuse puts the AI SDK's word among the parameters."""
    given = value.get("modelParameters")
    told = given.get("finishReason") if type(given) is dict else None
    return filled_or_none(told) or filled_or_none(finish_reason(attributes_of(value)))


def _listed_calls(value: dict[str, Any]) -> tuple[Block, ...]:
    """Calls that Langfuse found in an output which is not in the file."""
    names = listing(value.get("toolCallNames") or [])
    made: list[Block] = []
    for position, raw in enumerate(listing(value.get("toolCalls") or [])):
        call = mapping(decoded(raw))
        name = call.get("name") or (names[position] if position < len(names) else "")
        made.append(ToolUse(text_or_none(call.get("id")), str(name), arguments(call.get("arguments"))))
    return tuple(made)


def _tools(value: dict[str, Any], attributes: dict[str, Any]) -> list[Any] | None:
    """Schemas of the tools, in any of the places that integrations put them."""
    if found := tool_schemas(attributes):
        return found
    metadata = decoded(value.get("metadata"))
    held = metadata.get("tools") if type(metadata) is dict else None
    if type(held) is list and held:
        return [decoded(one) for one in held]
    defined = value.get("toolDefinitions")
    return [decoded(one) for one in defined.values()] if type(defined) is dict and defined else None


def _arguments(given: Any) -> Any:
    """The arguments of a tool, out of the wrapper of the function that was traced; Python's text is undone."""
    found = decoded(given)
    if type(found) is str and found.startswith("{'"):
        return literal(found)
    if type(found) is dict and found.keys() == {"args", "kwargs"} and not found["args"]:
        return found["kwargs"]
    if type(found) is dict and found.keys() == {"input"} and type(found["input"]) is dict:
        return found["input"]
    return found
