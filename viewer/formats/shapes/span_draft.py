"""A run that spans are still added to, with the runs of the agents inside it."""

from dataclasses import dataclass, field
from typing import Any

from viewer.formats.entries import Aside
from viewer.formats.shapes.span_ending import ending, exit_status
from viewer.formats.shapes.span_times import iso
from viewer.formats.shapes.span_transcript import Transcript
from viewer.formats.shapes.span_tree import Tree
from viewer.formats.shapes.span_units import Unit, Units
from viewer.formats.shapes.spans import AgentFacts, Span, Tracing
from viewer.model.run import ParentLink, Run, Stated
from viewer.model.source import RecordArray


@dataclass
class Draft:
    """A run in the making."""

    transcript: Transcript
    run_id: str
    holder: Span | None
    """The span that holds the whole run: the agent's, or the trace's only root."""
    facts: AgentFacts
    """What that span says."""
    is_whole: bool = True
    children: list["_Child"] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    traces: list[str] = field(default_factory=list)
    started: int | None = None
    ended: int | None = None


@dataclass
class _Child:
    draft: Draft
    tool: Span | None
    """The tool's span that the agent's span stands in."""


def extend(draft: Draft, found: Tree, made: Units, unit: Unit, tracing: Tracing) -> None:
    """Add the spans of a unit, and the runs of the agents inside it."""
    transcript = draft.transcript
    spans = found.spans
    transcript.agent = tracing.agent(spans[unit.agent]) if unit.agent >= 0 else draft.facts
    from_history = unit.agent >= 0 and not unit.calls and transcript.agent.has_history
    if from_history:
        transcript.history(spans[unit.agent])
    trace = spans[unit.spans[0]].trace
    if trace is not None and trace not in draft.traces:
        draft.traces.append(trace)
    for index in sorted(unit.spans):
        span = spans[index]
        _stretch(draft, span)
        if index in made.judged:
            transcript.builder.add(
                Aside(span.what, "it stands inside an evaluator's or a guard's span"), span.record.number
            )
        elif span.kind == "model":
            inner = made.wraps.get(index)
            if inner is None:
                around = made.around.get(index)
                transcript.call(span, None if around is None else spans[around])
            else:
                why = f"it wraps the model call of record {spans[inner].record.number}"
                transcript.builder.add(Aside("wrapped model call", why), span.record.number)
        elif span.kind == "tool":
            transcript.tool(span)
        elif index != unit.agent or not from_history:
            _set_aside(transcript, span)
    for child in unit.children:
        inside = made.of[child]
        holder = spans[child]
        sub = Draft(Transcript(tracing), holder.id or "", holder, tracing.agent(holder))
        extend(sub, found, made, inside, tracing)
        draft.children.append(_Child(sub, spans[inside.tool] if inside.tool is not None else None))


def _set_aside(transcript: Transcript, span: Span) -> None:
    why = "its calls and tools are the run" if span.kind == "agent" else "it is neither a model call nor a tool"
    if span.failed is not None:
        why += f"; it failed: {span.failed[:200]}"
    transcript.builder.add(Aside(span.what, why), span.record.number)


def _stretch(draft: Draft, span: Span) -> None:
    if span.started is not None and (draft.started is None or span.started < draft.started):
        draft.started = span.started
    if span.ended is not None and (draft.ended is None or span.ended > draft.ended):
        draft.ended = span.ended


def finished(draft: Draft, tracing: Tracing, arrays: tuple[RecordArray, ...], parent: ParentLink | None = None) -> Run:
    """The run, with those inside it."""
    builder, facts, holder = draft.transcript.builder, draft.facts, draft.holder
    draft.transcript.finish()
    subs = tuple(finished(child.draft, tracing, arrays, _link(draft, child)) for child in draft.children)
    attributes: dict[str, Any] = dict(facts.attributes)
    if draft.traces:
        attributes.setdefault("trace_id", draft.traces[0])
    if len(draft.traces) > 1:
        attributes["further_trace_ids"] = draft.traces[1:]
    return builder.finish(
        run_id=draft.run_id,
        format=tracing.format,
        records=arrays,
        label=facts.name,
        attributes=attributes,
        exit_status=exit_status(holder),
        ending=ending(builder, holder, is_whole=draft.is_whole),
        started_at=iso(draft.started),
        ended_at=iso(draft.ended),
        sub_runs=subs,
        parent=parent,
        stated=_stated(facts, tracing),
        notes=tuple(draft.notes),
    )


def _stated(facts: AgentFacts, tracing: Tracing) -> tuple[Stated, ...]:
    if facts.usage is None and facts.cost is None and not facts.metrics:
        return ()
    return (Stated("sub-tree", tracing.usage_stated, facts.usage, facts.cost, None, facts.metrics),)


def _link(draft: Draft, child: _Child) -> ParentLink:
    if child.tool is None:
        return ParentLink(draft.run_id, None, None, "its agent's span stands inside this run's, in no tool's span")
    found = draft.transcript.tools.link.get(child.tool.record.number)
    if found is None:
        return ParentLink(draft.run_id, None, None, "its agent's span stands in a tool's span that no call belongs to")
    return ParentLink(draft.run_id, found[0], found[1], "its agent's span stands inside the span of this call's tool")
