"""Builds runs out of spans: see `spans` for what a format has to bring along."""

from collections.abc import Iterator

import msgspec

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Trouble
from viewer.formats.shapes.span_draft import Draft, extend, finished
from viewer.formats.shapes.span_transcript import Transcript
from viewer.formats.shapes.span_tree import Tree, by_trace, tree
from viewer.formats.shapes.span_units import ROOT, Unit, Units, units
from viewer.formats.shapes.spans import AgentFacts, Span, Spans, Tracing
from viewer.model.run import Run

_REMEMBERED = 8
"""Runs of lone calls that a further lone call is compared with."""


def span_runs(read: Spans, tracing: Tracing) -> Iterator[Run]:
    """The runs of a source: one a trace, or one an agent where a trace holds several side by side."""
    source = _Source(tracing)
    for spans in by_trace(read.spans):
        source.add(tree(spans))
    if not (source.drafts or source.loose or read.troubles or read.asides):
        return
    if not source.drafts:
        source.drafts.append(Draft(Transcript(tracing), "", None, AgentFacts()))
    builder = source.drafts[0].transcript.builder
    for span in source.loose:
        builder.add(Aside(span.what, "its trace holds no model call"), span.record.number)
    for record, reason in read.troubles:
        builder.add(Trouble(reason, record.raw if isinstance(record, BadRecord) else record.value), record.number)
    for number, kind, why in read.asides:
        builder.add(Aside(kind, why), number)
    for draft in source.drafts:
        yield finished(draft, tracing, read.arrays)


class _Source:
    """The runs of all traces so far."""

    def __init__(self, tracing: Tracing) -> None:
        self.drafts: list[Draft] = []
        self.loose: list[Span] = []
        """Spans of traces without a run."""
        self._tracing = tracing
        self._lone: list[Draft] = []

    def add(self, found: Tree) -> None:
        """The runs of one trace."""
        made = units(found)
        tops: list[Draft] = []
        for top in made.tops:
            unit = made.of[top]
            if self._is_empty(found, unit):
                self.loose.extend(found.spans[index] for index in unit.spans)
            else:
                self._add_top(found, made, unit, tops)
        if not made.tops:
            self.loose.extend(found.spans)
        if not tops:
            self.loose.extend(found.again)
            return
        for span in found.again:
            tops[0].transcript.builder.add(Aside(span.what, "an earlier record has its span id"), span.record.number)
        if len(tops) == 1 and tops[0].traces:
            tops[0].run_id = tops[0].traces[0]
        if found.orphans:
            tops[0].notes.append(
                f"spans that name a parent which is not in the file, and so stand at the top: {found.orphans}"
                + (f"; {self._tracing.apart}" if self._tracing.apart else "")
            )

    def _is_empty(self, found: Tree, unit: Unit) -> bool:
        """An agent's span without calls, tools and messages, that did not fail either, is no run."""
        if unit.agent == ROOT or unit.calls or unit.children:
            return False
        if any(found.spans[index].kind == "tool" for index in unit.spans):
            return False
        span = found.spans[unit.agent]
        return span.failed is None and not self._tracing.agent(span).has_history

    def _add_top(self, found: Tree, made: Units, unit: Unit, tops: list[Draft]) -> None:
        first = next((one for one in sorted(unit.spans) if _is_call(found, made, one)), None)
        is_lone = unit.agent == ROOT and unit.calls == 1 and first is not None and found.parents[first] < 0
        earlier = (tops or self._lone if is_lone else tops)[-_REMEMBERED:]
        if first is not None and earlier:
            gone_on = self._gone_on_with(found.spans[first], earlier)
            if gone_on is not None:
                self._go_on(gone_on, found, made, unit)
                return
        holder = found.spans[unit.agent] if unit.agent != ROOT else _only_root(found)
        facts = AgentFacts() if holder is None else self._tracing.agent(holder)
        if holder is not None and holder.kind == "model":
            facts = msgspec.structs.replace(facts, usage=None, cost=None)  # they are the call's own
        draft = Draft(Transcript(self._tracing), _run_id(found, made, unit), holder, facts)
        draft.is_whole = not found.orphans
        extend(draft, found, made, unit, self._tracing)
        tops.append(draft)
        self.drafts.append(draft)
        if is_lone:
            self._lone.append(draft)

    def _gone_on_with(self, first: Span, earlier: list[Draft]) -> Draft | None:
        """The latest run whose whole list the call repeats; a call that cannot be read repeats none."""
        found: list[Draft] = []

        def look(record: Record) -> tuple[()]:
            call = self._tracing.call(first)
            found.extend(draft for draft in reversed(earlier) if draft.transcript.is_gone_on_with_by(call))
            return ()

        RunBuilder().map([first.record], look)
        return found[0] if found else None

    def _go_on(self, draft: Draft, found: Tree, made: Units, unit: Unit) -> None:
        """The run goes on in another agent's span, or in another trace: how that ends is how the run ends."""
        extend(draft, found, made, unit, self._tracing)
        if unit.agent != ROOT:
            draft.holder = found.spans[unit.agent]


def _is_call(found: Tree, made: Units, index: int) -> bool:
    return found.spans[index].kind == "model" and index not in made.wraps and index not in made.judged


def _only_root(found: Tree) -> Span | None:
    roots = found.roots
    return found.spans[roots[0]] if len(roots) == 1 and found.spans[roots[0]].parent is None else None


def _run_id(found: Tree, made: Units, unit: Unit) -> str:
    """The trace's id; the agent span's where a trace holds several runs side by side, or has no id."""
    own = found.spans[unit.agent].id if unit.agent != ROOT else None
    span = found.spans[min(unit.spans)]
    return (own if len(made.tops) > 1 else span.trace) or own or span.id or ""
