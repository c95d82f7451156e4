"""Which span stands in which: the spans of one trace in order, with their parents."""

from collections.abc import Iterable
from dataclasses import dataclass

from viewer.formats.shapes.spans import Span


@dataclass(frozen=True)
class Tree:
    """The spans of one trace: by start, then depth, then record."""

    spans: list[Span]
    parents: list[int]
    """Index of each span's parent, -1: it has none in this file."""
    downward: list[int]
    """All indexes, each after its parent's."""
    orphans: int
    """Spans that name a parent which is not in this file."""
    again: list[Span]
    """Spans with an id that an earlier record has."""

    @property
    def roots(self) -> list[int]:
        """Spans without a parent in this file."""
        return [index for index, parent in enumerate(self.parents) if parent < 0]


def tree(spans: list[Span]) -> Tree:
    """Link and order the spans of a trace."""
    first: list[Span] = []
    again: list[Span] = []
    at: dict[str, int] = {}
    for span in spans:
        if span.id is not None:
            if span.id in at:
                again.append(span)
                continue
            at[span.id] = len(first)
        first.append(span)
    parents = [-1 if span.parent is None else at.get(span.parent, -1) for span in first]
    orphans = sum(1 for span, parent in zip(first, parents, strict=True) if parent < 0 and span.parent is not None)
    depths = _depths(parents)
    down = sorted(range(len(first)), key=depths.__getitem__)
    starts: list[int] = [0] * len(first)
    for index in down:
        started, parent = first[index].started, parents[index]
        starts[index] = started if started is not None else starts[parent] if parent >= 0 else 0
    order = sorted(down, key=lambda index: (starts[index], depths[index], first[index].record.number))
    new = [0] * len(order)
    for position, index in enumerate(order):
        new[index] = position
    return Tree(
        [first[index] for index in order],
        [new[parents[index]] if parents[index] >= 0 else -1 for index in order],
        [new[index] for index in down],
        orphans,
        again,
    )


def _depths(parents: list[int]) -> list[int]:
    """How many spans stand around each; where spans are each other's parents, one of them becomes a root."""
    _cut_circles(parents)
    depths = [-1] * len(parents)
    for index in range(len(parents)):
        path: list[int] = []
        above = index
        while above >= 0 and depths[above] < 0:
            path.append(above)
            above = parents[above]
        depth = depths[above] if above >= 0 else -1
        for one in reversed(path):
            depth += 1
            depths[one] = depth
    return depths


def _cut_circles(parents: list[int]) -> None:
    seen = bytearray(len(parents))
    for index in range(len(parents)):
        path: list[int] = []
        above = index
        while above >= 0 and not seen[above]:
            seen[above] = 1
            path.append(above)
            above = parents[above]
        if above >= 0 and seen[above] == 1:
            parents[above] = -1
        for one in path:
            seen[one] = 2


def by_trace(spans: Iterable[Span]) -> list[list[Span]]:
    """The spans of each trace, in the order in which the traces started; one without a trace id follows its root."""
    listed = list(spans)
    of_id: dict[str | None, Span] = {span.id: span for span in listed if span.trace is None and span.id is not None}
    roots: dict[str, str] = {}
    traces: dict[str, list[Span]] = {}
    for span in listed:
        trace = span.trace if span.trace is not None else _root(span, of_id, roots)
        traces.setdefault(trace, []).append(span)
    return sorted(
        traces.values(), key=lambda group: min((span.started for span in group if span.started is not None), default=0)
    )


def _root(span: Span, of_id: dict[str | None, Span], roots: dict[str, str]) -> str:
    """A name for the trace of a span that names none: its root's, found once for all spans on the way."""
    one: Span | None = span if span.id is not None else of_id.get(span.parent) if span.parent is not None else None
    if one is None or one.id is None:
        return f"record {span.record.number}"
    way: list[str] = []
    while one is not None and one.id is not None and one.id not in roots:
        way.append(one.id)
        roots[one.id] = ""  # ends a circle
        above = of_id.get(one.parent) if one.parent is not None else None
        one = above if above is not None else one
    name = (roots[one.id] if one is not None and one.id is not None else "") or f"root {way[-1]}"
    for passed in way:
        roots[passed] = name
    return name
