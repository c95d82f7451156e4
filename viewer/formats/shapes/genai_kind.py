"""What a span stands for: a model call, an agent, a tool, or anything else."""

from viewer.formats.shapes.otel_span import OtelSpan
from viewer.formats.shapes.spans import SpanKind

_OPENINFERENCE: dict[str, SpanKind] = {
    "LLM": "model",
    "AGENT": "agent",
    "TOOL": "tool",
    "EVALUATOR": "judge",
    "GUARDRAIL": "judge",
}
_OPERATIONS: dict[str, SpanKind] = {
    "chat": "model",
    "text_completion": "model",
    "completion": "model",
    "generate_content": "model",
    "generate": "model",
    "response": "model",
    "responses": "model",
    "messages": "model",
    "inference": "model",
    "invoke_agent": "agent",
    "execute_tool": "tool",
}
_AGENT_OPERATIONS = frozenset({"ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject", "ai.agent"})
_MODEL_SIGNS = frozenset({
    "gen_ai.response.model", "gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens", "gen_ai.usage.prompt_tokens",
    "gen_ai.input.messages", "gen_ai.prompt.0.role", "gen_ai.prompt.0.content", "llm.input_messages.0.message.role",
    "llm.input_messages", "llm.token_count.prompt", "llm.prompts.0.content", "gen_ai.response.finish_reasons",
    "gcp.vertex.agent.llm_request", "gcp.vertex.agent.llm_response",
})  # fmt: skip
_AGENT_SIGNS = frozenset({"pydantic_ai.all_messages", "all_messages_events", "agent_name", "final_result"})
_TOOL_SIGNS = frozenset(
    {"gen_ai.tool.call.id", "tool_arguments", "gen_ai.tool.call.arguments", "gcp.vertex.agent.tool_call_args"}
)
_FIRST_WORDS: dict[str, SpanKind] = {"invoke_agent": "agent", "execute_tool": "tool"}
"""Of a span's name, which by the conventions is the operation and what it is done to."""


def kind_of(span: OtelSpan) -> tuple[SpanKind, str]:
    """The kind, and in words what the span is called in a list of what was set aside."""
    named = span["openinference.span.kind"] or span.kind
    if type(named) is str and named.upper() not in ("", "UNKNOWN"):
        return _OPENINFERENCE.get(named.upper(), "other"), f"{named.lower()} span"
    operation = span["ai.operationId"]
    if type(operation) is str and operation.startswith("ai."):
        return _ai_sdk(operation), f"{operation} span"
    operation = span["gen_ai.operation.name"]
    if type(operation) is str and operation:
        return _OPERATIONS.get(operation, "other"), f"{operation} span"
    named = span["traceloop.span.kind"]
    if named in ("agent", "tool"):
        return ("agent" if named == "agent" else "tool"), f"{named} span"
    if type(named) is str and named:
        return "other", f"{named} span"
    return _by_signs(span)


def _ai_sdk(operation: str) -> SpanKind:
    if operation == "ai.toolCall":
        return "tool"
    if operation.endswith((".doGenerate", ".doStream")):
        return "model"
    return "agent" if operation in _AGENT_OPERATIONS else "other"


def _by_signs(span: OtelSpan) -> tuple[SpanKind, str]:
    """Spans that do not name their operation, as older writers' do not."""
    attributes = span.attributes
    if not _AGENT_SIGNS.isdisjoint(attributes):
        return "agent", "agent span"
    if not _TOOL_SIGNS.isdisjoint(attributes):
        return "tool", "tool span"
    if span["llm.request.type"] in ("chat", "completion") or not _MODEL_SIGNS.isdisjoint(attributes):
        return "model", "model call"
    word = span.name.partition(" ")[0]
    return _FIRST_WORDS.get(word, "other"), f"{word} span" if word in _FIRST_WORDS else "span"
