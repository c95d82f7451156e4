"""What an agent's span, or the root span of a trace, says of the whole run: names, identifiers, totals."""

from typing import Any

from viewer.formats.shapes import openinference_call
from viewer.formats.shapes.any_message import decoded
from viewer.formats.shapes.genai_call import has_history
from viewer.formats.shapes.genai_kind import kind_of
from viewer.formats.shapes.genai_usage import genai_usage
from viewer.formats.shapes.otel_span import OtelSpan
from viewer.formats.shapes.spans import AgentFacts
from viewer.model.request import Field, recorded
from viewer.model.usage import Usage

_NAMES = (
    "gen_ai.agent.name",
    "agent.name",
    "agent_name",
    "graph.node.id",
    "ai.telemetry.functionId",
    "traceloop.entity.name",
)
_SYSTEM = ("gen_ai.agent.system_prompt", "system_prompt")
_SHORT = 200
_CONTENT = (
    "gen_ai.agent.system_prompt", "system_prompt", "gen_ai.input", "gen_ai.output",
    "gen_ai.system_instructions", "gen_ai.tool", "gen_ai.prompt", "gen_ai.completion",
    "gen_ai.usage", "gen_ai.aggregated_usage", "llm.input_messages", "llm.output_messages", "llm.tools",
    "llm.token_count", "llm.invocation_parameters", "input", "output", "ai.prompt", "ai.response", "ai.usage",
    "ai.settings", "logfire.json_schema", "pydantic_ai.all_messages", "all_messages_events", "final_result", "tool.",
)  # fmt: skip
"""Beginnings of the keys that hold content, token counts or what is told elsewhere."""
_OF_RESOURCE = ("service.name", "service.version", "deployment.environment", "deployment.environment.name")


def genai_facts(span: OtelSpan) -> AgentFacts:
    """The facts, of which none is guessed. Never raises."""
    attributes = span.attributes
    name = next((found for key in _NAMES if type(found := attributes.get(key)) is str and found), None)
    if name is None and span.name and kind_of(span)[0] != "model":
        name = span.name  # a call's own span is named for its API, which is no kind of task
    return AgentFacts(
        name,
        _identifiers(span),
        _total(attributes),
        None,
        _metrics(span),
        has_history(attributes),
        tuple(found for key in _SYSTEM if type(found := attributes.get(key)) is str and found),
        _tools(attributes),
    )


def _tools(attributes: dict[str, Any]) -> Field | None:
    found = decoded(attributes.get("gen_ai.tool.definitions"))
    return recorded(found) if type(found) is list else None


def _identifiers(span: OtelSpan) -> dict[str, Any]:
    made: dict[str, Any] = {"span_name": span.name} if span.name else {}
    if span.trace is not None:
        made["trace_id"] = span.trace
    for key in _OF_RESOURCE:
        if key in span.resource:
            made[key] = span.resource[key]
    for key, value in span.attributes.items():
        if not key.startswith(_CONTENT) and _is_short(value):
            made[key] = value
    return made


def _is_short(value: Any) -> bool:
    if type(value) is str:
        return len(value) <= _SHORT
    return type(value) in (int, float, bool) or (
        type(value) is list and len(value) <= 20 and all(type(one) is str and len(one) <= _SHORT for one in value)
    )


def _total(attributes: dict[str, Any]) -> Usage | None:
    """Totals that are no counts are left out: an agent's span is not the place to find trouble in."""
    counted = {key: one for key, one in attributes.items() if type(one) is int and 0 <= one < 2**53}
    return genai_usage(counted, "gen_ai.aggregated_usage.") or genai_usage(counted) or openinference_call.usage(counted)


def _metrics(span: OtelSpan) -> dict[str, Any]:
    """Evaluations that stand on the span as events."""
    made: dict[str, Any] = {}
    for name, body in span.events:
        if name == "gen_ai.evaluation.result":
            label = body.get("gen_ai.evaluation.name")
            score = body.get("gen_ai.evaluation.score.label", body.get("gen_ai.evaluation.score.value"))
            made[str(label)] = score
    return made
