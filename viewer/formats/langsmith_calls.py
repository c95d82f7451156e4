"""What one LangSmith run is: a model call, an agent, a tool or a chain around these, and what it says."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.decode.python_text import literal
from viewer.formats.convert import filled_or_none, mapping, number_or_none, text_or_none
from viewer.formats.entries import Reply
from viewer.formats.langsmith_runs import id_of
from viewer.formats.langsmith_usage import stated, usage
from viewer.formats.shapes.langchain_messages import unwrapped
from viewer.formats.shapes.span_times import nanoseconds
from viewer.formats.shapes.spans import AgentFacts, Call, Span, SpanKind, ToolRun
from viewer.formats.shapes.traced_inputs import FROM_ABOVE, asked, held_above
from viewer.formats.shapes.traced_messages import is_message, message
from viewer.formats.shapes.traced_replies import answered
from viewer.model.request import recorded

_KINDS: dict[str, SpanKind] = {"llm": "model", "tool": "tool"}
_NO_PARAMETERS = frozenset({"tools", "functions", "_type", "model", "model_name", "messages", "system"})
_FACTS = ("session_name", "session_id", "tags", "reference_example_id", "tenant_id", "app_path", "thread_id")
_OF_METADATA = ("thread_id", "session_id", "conversation_id", "assistant_id", "graph_id", "revision_id", "user_id")
_MODELS = ("ls_model_name", "model", "model_name", "model_id")


def span_of(record: Record) -> Span:
    """The span of a gathered run."""
    value: dict[str, Any] = record.value
    kind = value.get("run_type")
    found = kind if type(kind) is str else "run"
    error = value.get("error")
    failed = error if type(error) is str and error else "ERROR" if value.get("status") == "error" else None
    trace = value.get("trace_id")
    return Span(
        record,
        trace if type(trace) is str else None,
        id_of(value),
        _parent(value),
        _KINDS.get(found, "other"),
        filled_or_none(value.get("name")) or "",
        nanoseconds(value.get("start_time")),
        nanoseconds(value.get("end_time")),
        failed,
        f"{found} run",
    )


def _parent(value: dict[str, Any]) -> str | None:
    """By its own field; by the list of all runs around it; by its place in the order."""
    found = filled_or_none(value.get("parent_run_id"))
    above = value.get("parent_run_ids")
    if found is None and type(above) is list and above:
        found = filled_or_none(above[-1])
    order = value.get("dotted_order")
    if found is None and type(order) is str and "." in order:
        found = order.split(".")[-2].partition("Z")[2] or None
    return found


def with_agents(spans: list[Span]) -> list[Span]:
    """Chains inside a tool that call a model are agents of their own, as is a root without any stored call."""
    by_id = {span.id: span for span in spans}
    agents: set[str | None] = set()
    calling: set[str | None] = set()
    for span in spans:
        if span.kind != "model":
            continue
        one, chain = span, None
        while (above := by_id.get(one.parent) if one.parent is not None else None) is not None:
            if above.kind == "tool" and chain is not None:
                agents.add(chain.id)
            chain = above if above.kind == "other" else None
            if above.id in calling:
                break
            calling.add(above.id)
            one = above
    return [
        msgspec.structs.replace(span, kind="agent")
        if span.kind == "other" and (span.id in agents or (span.parent is None and span.id not in calling))
        else span
        for span in spans
    ]


class LangSmithRuns:
    """Reads the spans of a source; those above a call may hold what it does not."""

    def __init__(self, spans: list[Span]) -> None:
        self._by_id = {span.id: span for span in spans}

    def call(self, span: Span) -> Call:
        """A run of type llm: what was sent and what came back."""
        value = span.record.value
        extra = mapping(value.get("extra") or {})
        invocation = mapping(extra.get("invocation_params") or {})
        given = mapping(value.get("inputs") or {})
        request = asked(given)
        prompt = _prompt(given)
        above = held_above(self._around(span), prompt) if prompt else None
        reply = None
        if value.get("outputs") or (span.failed is None and span.ended is not None):
            reply = _reply(value, extra, invocation)
        tools = request.tools or invocation.get("tools") or invocation.get("functions")
        parameters = {
            key: one
            for key, one in {**request.parameters, **_limits(extra), **invocation}.items()
            if key not in _NO_PARAMETERS and one is not None
        }
        return Call(
            above or request.messages,
            message,
            reply,
            request.system,
            recorded(tools) if tools else None,
            recorded(parameters) if parameters else None,
            derived=FROM_ABOVE if above else None,
        )

    def _around(self, span: Span) -> Iterator[Any]:
        """Inputs of the spans around one, the nearest first."""
        above: Span | None = span
        while above is not None and (above := self._by_id.get(above.parent) if above.parent else None) is not None:
            yield above.record.value.get("inputs")

    def tool(self, span: Span) -> ToolRun:
        """A run of type tool: the call's id is its own, or that of the message it made."""
        value = span.record.value
        extra, outputs = mapping(value.get("extra") or {}), value.get("outputs")
        given = value.get("inputs")
        result = outputs["output"] if type(outputs) is dict and outputs.keys() == {"output"} else outputs
        found = unwrapped(result)
        shown = found[1] if found is not None and found[0] == "tool" else None
        flag = True if span.failed is not None else False if value.get("status") == "success" else None
        call_id = text_or_none(extra.get("tool_call_id"))
        if type(given) is dict and given.get("type") == "tool_call":
            call_id, given = call_id or text_or_none(given.get("id")), given.get("args")
        if shown is not None:
            call_id = call_id or text_or_none(shown.get("tool_call_id"))
            flag = {"error": True, "success": False}.get(str(shown.get("status")), flag)
            result = shown.get("content")
        return ToolRun(call_id, span.name or None, _arguments(given), result, bool(outputs), flag)

    def agent(self, span: Span) -> AgentFacts:
        """What a chain states of the whole run below it."""
        value = span.record.value
        extra = value.get("extra")
        metadata = extra.get("metadata") if type(extra) is dict else None
        facts = {key: value[key] for key in _FACTS if value.get(key) not in (None, [], "")}
        if type(metadata) is dict:
            for key in _OF_METADATA:
                if type(metadata.get(key)) in (str, int):
                    # `session_id` of the run is the project's, that of the metadata the conversation's.
                    facts["conversation_session_id" if key == "session_id" else key] = metadata[key]
        return AgentFacts(
            span.name or None,
            facts,
            None if span.kind == "model" else stated(value),
            number_or_none(value.get("total_cost")) or None,
            _feedback(value.get("feedback_stats")),
            span.kind == "agent" and _history(value) is not None,
        )

    def history(self, span: Span) -> Call:
        """The messages that a run without stored calls ended with; what it began with is among them."""
        found = _history(span.record.value)
        if found is None:
            raise ValueError("the run holds no messages")
        return Call(found, message, None)


def _limits(extra: dict[str, Any]) -> dict[str, Any]:
    """Parameters that LangChain copies into the metadata, by the names they have there."""
    metadata = mapping(extra.get("metadata") or {})
    return {key: metadata[key] for key in ("ls_temperature", "ls_max_tokens", "ls_stop") if key in metadata}


def _history(value: dict[str, Any]) -> list[Any] | None:
    outputs = value.get("outputs")
    found = outputs.get("messages") if type(outputs) is dict else None
    return found if type(found) is list and found and all(map(is_message, found)) else None


def _prompt(given: dict[str, Any]) -> str:
    """The one text that stands in the place of a chat model's messages; "": there is none."""
    prompts = given.get("prompts")
    return str(prompts[0]) if type(prompts) is list and prompts else ""


def _arguments(given: Any) -> Any:
    """The arguments, out of the one field that LangChain puts them in; Python's text is undone."""
    if type(given) is dict and given.keys() == {"input"}:
        given = given["input"]
    return literal(given) if type(given) is str and given.startswith("{'") else given


def _reply(value: dict[str, Any], extra: dict[str, Any], invocation: dict[str, Any]) -> Reply:
    reply = answered(value.get("outputs") or None)
    metadata = mapping(extra.get("metadata") or {})
    model = reply.model or next(
        (held[key] for held in (metadata, invocation) for key in _MODELS if type(held.get(key)) is str and held[key]),
        None,
    )
    return msgspec.structs.replace(reply, model=model, usage=usage(reply.usage, metadata, value))


def _feedback(stats: Any) -> dict[str, Any]:
    """Mean of each feedback, by its key."""
    return {
        str(key): one.get("avg")
        for key, one in (stats.items() if type(stats) is dict else ())
        if type(one) is dict and one.get("avg") is not None
    }
