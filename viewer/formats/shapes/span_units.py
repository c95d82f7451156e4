"""Which spans of a trace make which run: an agent's own spans are one, those of an agent inside it another."""

from dataclasses import dataclass, field

from viewer.formats.shapes.span_tree import Tree

ROOT = -1
"""Stands for the trace itself, which holds what stands in no agent's span."""


@dataclass
class Unit:
    """The spans of one run, and the runs below it. Numbers are indexes into the tree's spans."""

    agent: int
    """The agent's span; ROOT: the run is the trace's own."""
    calls: int = 0
    spans: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    """Agents whose runs stand below this one."""
    tool: int | None = None
    """The span of the tool that the agent's span stands in, in the run around it."""


@dataclass
class Units:
    """All runs of a trace."""

    of: dict[int, Unit]
    tops: list[int]
    """The runs that stand in no other; none where the trace holds neither a model call nor an agent."""
    wraps: dict[int, int]
    """Span of a model call -> the innermost one in it, which is the call itself."""
    around: dict[int, int]
    """The other way round, where the outer wraps it alone."""
    judged: set[int]
    """Spans inside an evaluator's or a guard's."""


def units(tree: Tree) -> Units:
    """Give each span of a trace to a run."""
    spans, parents = tree.spans, tree.parents
    of: dict[int, Unit] = {ROOT: Unit(ROOT)}
    inside: list[int] = [ROOT] * len(spans)
    tools: list[int | None] = [None] * len(spans)
    models: list[int | None] = [None] * len(spans)
    inner: dict[int, list[int]] = {}
    judged: set[int] = set()
    for index in tree.downward:
        parent = parents[index]
        unit, tool, model = ROOT, None, None
        if parent >= 0:
            kind = spans[parent].kind
            unit = parent if kind == "agent" else inside[parent]
            tool = parent if kind == "tool" else None if kind == "agent" else tools[parent]
            if kind == "judge" or parent in judged:
                judged.add(index)
            # Only a call directly inside, in nothing but plain spans, is the same call again.
            model = parent if kind == "model" else models[parent] if kind == "other" else None
        inside[index], tools[index], models[index] = unit, tool, model
        kind = spans[index].kind
        if kind == "agent":
            of[index] = Unit(index, tool=tool)
        elif kind == "model" and model is not None and index not in judged:
            inner.setdefault(model, []).append(index)
    for index in range(len(spans)):
        unit = index if spans[index].kind == "agent" else inside[index]
        of[unit].spans.append(index)
        if spans[index].kind == "agent":
            of[inside[index]].children.append(index)
        elif spans[index].kind == "model" and index not in inner and index not in judged:
            of[unit].calls += 1
    _pass_on(of, tree)
    root = of[ROOT]
    tops = [ROOT] if root.calls else list(root.children)
    if tops and not root.calls:
        of[tops[0]].spans.extend(root.spans)
    wraps = {outer: calls[0] for outer, calls in inner.items()}
    around = {calls[0]: outer for outer, calls in inner.items() if len(calls) == 1}
    return Units(of, tops, wraps, around, judged)


def _pass_on(of: dict[int, Unit], tree: Tree) -> None:
    """An agent without calls of its own that holds other agents is only a frame: they take its place."""
    for index in reversed(tree.downward):
        unit = of.get(index)
        if unit is None:
            continue
        unit.children = _standing(unit.children, of)
        ran_tools = any(tree.spans[one].kind == "tool" for one in unit.spans)
        if unit.calls or ran_tools or not unit.children:
            continue
        of[unit.children[0]].spans.extend(unit.spans)
        unit.spans = []
        for child in unit.children:
            if of[child].tool is None:
                of[child].tool = unit.tool
    of[ROOT].children = _standing(of[ROOT].children, of)


def _standing(children: list[int], of: dict[int, Unit]) -> list[int]:
    return [one for child in children for one in ([child] if of[child].spans else of[child].children)]
