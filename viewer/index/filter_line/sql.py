"""A syntax tree as a condition of DuckDB over the tables of the index; every value of the line is a parameter.

Conditions on calls. Alone, each asks for any call of the run. Two rules make several speak of one call: conditions on
the arguments of one tool that stand side by side (joined by `and`), and all conditions inside parentheses that hold
nothing else. `tool != x`, `error = false` and `finding != x` alone say that there is no such call or finding.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from viewer.index.filter_line.comparison import EVERY_RUN, Condition, compared, contains, in_map, joined
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.printed import printed
from viewer.index.filter_line.tree import (
    And,
    Argument,
    Attribute,
    CallField,
    Comparison,
    FindingField,
    Group,
    Missing,
    Node,
    Not,
    NoteField,
    Operator,
    Or,
    RunField,
    TextField,
    Value,
    Word,
    nodes,
)

_COLUMNS: dict[str, str] = {
    "label": "label",
    "task": "task",
    "model": "model",
    "format": "format",
    "outcome": "outcome",
    "ending": "ending",
    "cut_by": "cut_by",
    "exit": "exit_status",
    "run": "run_id",
    "file": "source",
    "sub_run": "(parent_run_id is not null)",
    "steps": "model_requests",
    "turns": "turns",
    "longest_turn": "longest_turn",
    "messages": "messages",
    "calls": "tool_calls",
    "errors": "error_results",
    "unanswered": "unanswered_calls",
    "orphans": "orphan_results",
    "problems": "problems",
    "in_tokens": "(input_tokens + coalesce(cache_read_input_tokens, 0) + coalesce(cache_creation_input_tokens, 0))",
    "cached_tokens": "cache_read_input_tokens",
    "out_tokens": "output_tokens",
    "cost": "cost",
    "seconds": "seconds",
    "started": "started",
    "ended": "ended",
}
_CALL_COLUMNS: dict[str, str] = {
    "tool": "tool",
    "error": "(ok is not distinct from false)",
    "result_bytes": "result_bytes",
}
_WORD_COLUMNS = ("label", "task", "model", "run_id", "exit_status", "source", "format", "attributes_json")
KeysOf = Callable[[Comparison], Sequence[str]]
"""The keys of the runs for which a condition holds that the tables know nothing of."""


@dataclass(frozen=True)
class Lookups:
    """Who answers conditions on what stands in no table of the index; None: nobody does here."""

    text: KeysOf | None = None
    note: KeysOf | None = None


def condition(tree: Node | None, lookups: Lookups = Lookups()) -> Condition:
    """The condition that a tree means; None: every run passes.

    Raises:
        FilterError: it asks for what nobody answers here, or for one call of two tools.
    """
    return EVERY_RUN if tree is None else _of(tree, lookups)


def _of(node: Node, lookups: Lookups) -> Condition:
    match node:
        case And(parts):
            return _all_of(parts, lookups)
        case Or(parts):
            return joined(" or ", [_of(part, lookups) for part in parts])
        case Not(part):
            inner = _of(part, lookups)
            return Condition(f"(not {inner.sql})", inner.parameters)
        case Group(part) if _is_of_calls(part):
            return _some_call(_of_call(part))
        case Group(part):
            return _of(part, lookups)
        case Word(text):
            return _word(text)
        case Comparison():
            return _comparison(node, lookups)


def _all_of(parts: tuple[Node, ...], lookups: Lookups) -> Condition:
    of_tool: dict[str, list[Condition]] = {}
    others: list[Node] = []
    for part in parts:
        if isinstance(part, Comparison) and isinstance(part.field, Argument):
            of_tool.setdefault(part.field.tool, []).append(_of_call(part))
        else:
            others.append(part)
    # A condition on a tool's argument asks for a call of it already, and every question about calls costs a second.
    told = {Comparison(CallField("tool"), "=", (tool,)) for tool in of_tool}
    made = [_of(part, lookups) for part in others if part not in told]
    made += [_some_call(joined(" and ", several)) for several in of_tool.values()]
    return joined(" and ", made)


def _comparison(node: Comparison, lookups: Lookups) -> Condition:
    field, operator = node.field, node.operator
    match field:
        case RunField(name):
            return compared(_COLUMNS[name], operator, node.values)
        case Attribute(name):
            return in_map(("attributes", None), name, operator, node.values)
        case CallField("error"):
            found = _some_call(_of_call(Comparison(field, "=", (True,))))
            return (
                found
                if (node.value is True) == (operator == "=")
                else Condition(f"(not {found.sql})", found.parameters)
            )
        case CallField() | Argument():
            if operator == "!=" and isinstance(field, CallField) and field.name == "tool":
                found = _some_call(_of_call(Comparison(field, "=", node.values)))
                return Condition(f"(not {found.sql})", found.parameters)
            return _some_call(_of_call(node))
        case FindingField():
            return _finding(operator, node.values)
        case TextField():
            return _looked_up(node, lookups.text, "no full text is at hand here")
        case NoteField():
            return _noted(node, lookups.note)


def _looked_up(node: Comparison, look_up: KeysOf | None, reason: str) -> Condition:
    if look_up is None:
        raise FilterError(printed(node), 0, reason)
    return Condition("(key in (select unnest(?::varchar[])))", (list(look_up(node)),))


def _noted(node: Comparison, look_up: KeysOf | None) -> Condition:
    """A condition on notes; `!= x` and `= none` say that there is no such note, or none with a label."""
    if node.operator == "in":
        return joined(" or ", [_noted(Comparison(node.field, "=", (one,)), look_up) for one in node.values])
    positive = Comparison(node.field, "~" if node.operator == "~" else "=", node.values)
    found = _looked_up(positive, look_up, "no reviews are at hand here")
    if (node.operator == "!=") != isinstance(node.value, Missing):
        return Condition(f"(not {found.sql})", found.parameters)
    return found


def _finding(operator: Operator, values: tuple[Value, ...]) -> Condition:
    if operator == "~":
        return Condition(
            "coalesce(contains(lower(array_to_string(findings, chr(10))), ?), false)", (_lowered(values[0]),)
        )
    codes = [value for value in values if not isinstance(value, Missing)]
    made = []
    if len(codes) == 1:  # a third quicker than the question for one of several
        made.append(Condition("coalesce(list_contains(findings, ?::varchar), false)", (codes[0],)))
    elif codes:
        made.append(Condition("coalesce(list_has_any(findings, ?::varchar[]), false)", (codes,)))
    if len(codes) < len(values):
        made.append(Condition("coalesce(len(findings) = 0, true)"))
    found = joined(" or ", made)
    return Condition(f"(not {found.sql})", found.parameters) if operator == "!=" else found


def _word(text: str) -> Condition:
    """A word in any field or attribute; one with a digit may be the id of a call as well."""
    found = [contains(column, text) for column in _WORD_COLUMNS]
    if any(one.isdigit() for one in text):
        found.append(Condition("run_row in (select run_row from calls where call_id = ?)", (text,)))
    return joined(" or ", found)


def _is_of_calls(node: Node) -> bool:
    return all(
        isinstance(one.field, CallField | Argument) if isinstance(one, Comparison) else not isinstance(one, Word)
        for one in nodes(node)
    )


def _some_call(inner: Condition) -> Condition:
    return Condition(f"(run_row in (select run_row from calls where {inner.sql}))", inner.parameters)


def _of_call(node: Node) -> Condition:
    """A condition on one row of `calls`."""
    match node:
        case And(parts):
            _check_one_tool(node)
            return joined(" and ", [_of_call(part) for part in parts])
        case Or(parts):
            return joined(" or ", [_of_call(part) for part in parts])
        case Not(part):
            inner = _of_call(part)
            return Condition(f"(not {inner.sql})", inner.parameters)
        case Group(part):
            return _of_call(part)
        case Comparison(CallField(name), operator, values):
            return compared(_CALL_COLUMNS[name], operator, values)
        case Comparison(Argument(tool, path), operator, values):
            found = in_map(("arguments", "argument_numbers"), path, operator, values)
            return Condition(f"(tool = ? and {found.sql})", (tool, *found.parameters))
        case Comparison() | Word():
            raise FilterError(printed(node), 0, "this is no condition on a call")


def _check_one_tool(node: And) -> None:
    tools = {
        part.value if isinstance(part.field, CallField) else part.field.tool
        for part in node.parts
        if isinstance(part, Comparison)
        and (isinstance(part.field, Argument) or (part.field == CallField("tool") and part.operator == "="))
        and isinstance(part.field, CallField | Argument)
    }
    if len(tools) > 1:
        raise FilterError(
            printed(node), 0, "parentheses ask for one call, and one call has one tool: write it without them"
        )


def _lowered(value: Value) -> str:
    return str(value).lower()
