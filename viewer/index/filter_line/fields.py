"""The fields that a filter line may name, with what each means and which values it takes."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from difflib import get_close_matches
from typing import Literal, get_args

from viewer.formats.registry import FORMATS
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.tree import (
    MISSING,
    Argument,
    Attribute,
    CallField,
    Field,
    FindingField,
    NoteField,
    Operator,
    RunField,
    TextField,
    Value,
)
from viewer.model.run import CutBy, EndingKind, Outcome

Kind = Literal["text", "number", "date", "flag", "any"]


@dataclass(frozen=True)
class FieldFact:
    """A field as the list at hand tells it."""

    name: str
    kind: Kind
    meaning: str
    example: str
    options: tuple[str, ...] = ()
    """The only words it takes; empty: any."""


_RUN: tuple[FieldFact, ...] = (
    FieldFact("label", "text", "the kind of task, as the file names it", "label = refund"),
    FieldFact("task", "text", "the task, as the file names it", "task ~ airline"),
    FieldFact("model", "text", "the model of most requests", "model ~ sonnet"),
    FieldFact("format", "text", "the file format", "format = codex", tuple(one.name for one in FORMATS)),
    FieldFact("outcome", "text", "by the file's own verdict", "not outcome = success", get_args(Outcome)),
    FieldFact("ending", "text", "how the run ended, by the format's rule", "ending = censored", get_args(EndingKind)),
    FieldFact("cut_by", "text", "what cut a censored run", "cut_by = steps", get_args(CutBy)),
    FieldFact("exit", "text", "why it ended, in the harness's words", 'exit = "submitted"'),
    FieldFact("run", "text", "the run's id", "run = django-123"),
    FieldFact("file", "text", "the file, relative to the path that was given", "file ~ 2026/"),
    FieldFact("sub_run", "flag", "whether another run started it", "sub_run = false"),
    FieldFact("steps", "number", "requests to the agent's model", "steps > 12"),
    FieldFact("turns", "number", "exchanges until control returned to the caller", "turns >= 2"),
    FieldFact("longest_turn", "number", "requests of its longest turn", "longest_turn > 12"),
    FieldFact("messages", "number", "messages at their canonical index", "messages < 5"),
    FieldFact("calls", "number", "client tool calls the model asked for", "calls = 0"),
    FieldFact("errors", "number", "results that the file itself flags as errors", "errors > 0"),
    FieldFact("unanswered", "number", "calls without a result", "unanswered > 0"),
    FieldFact("orphans", "number", "results without a call", "orphans > 0"),
    FieldFact("problems", "number", "records that could not be mapped", "problems > 0"),
    FieldFact("in_tokens", "number", "input of all requests, cache included, as recorded", "in_tokens > 200_000"),
    FieldFact("cached_tokens", "number", "input read from the cache, as recorded", "cached_tokens = none"),
    FieldFact("out_tokens", "number", "output of all requests, as recorded", "out_tokens > 4_000"),
    FieldFact("cost", "number", "US dollars, as the file states them", "cost > 0.50"),
    FieldFact("seconds", "number", "from the first to the last time recorded", "seconds > 60"),
    FieldFact("started", "date", "when the run started, UTC unless the file says otherwise", "started >= 2026-01-01"),
    FieldFact("ended", "date", "when it ended", "ended < 2026-02-01T12:00"),
)
_CALL: tuple[FieldFact, ...] = (
    FieldFact("tool", "text", "a tool that was called", "tool = issue_refund"),
    FieldFact(
        "error", "flag", "whether a call's result is flagged as an error", "(tool = issue_refund and error = true)"
    ),
    FieldFact("result_bytes", "number", "the size of a call's result", "result_bytes > 40_000"),
)
_OTHER: tuple[FieldFact, ...] = (
    FieldFact("finding", "text", "the code of a finding", "finding = call_never_answered"),
    FieldFact("text", "text", "words of one message, in any case", 'text ~ "lost shipment"'),
    FieldFact("TOOL.ARGUMENT", "any", "an argument of a call", "issue_refund.amount_cents > 5000"),
    FieldFact("attr.NAME", "any", "an attribute of the run, as the file names it", "attr.release = v41"),
    FieldFact("note.label", "text", "what reviewers wrote", "note.label = refund-without-lookup"),
)
FIELDS: tuple[FieldFact, ...] = (*_RUN, *_CALL, *_OTHER)
"""All, in the order of the list at hand."""
_RUN_FIELDS = {one.name: one for one in _RUN}
_CALL_FIELDS = {one.name: one for one in _CALL}
NUMBER_FIELDS = frozenset(one.name for one in (*_RUN, *_CALL) if one.kind == "number")
_COMPARED = ("<", "<=", ">", ">=")


def field_of(segments: list[str], line: str, at: int) -> Field:
    """The field that a dotted name means.

    Raises:
        FilterError: there is none of that name.
    """
    first, rest = segments[0], ".".join(segments[1:])
    if len(segments) == 1:
        name = first.lower()
        if name in _RUN_FIELDS:
            return RunField(name)
        if name in _CALL_FIELDS:
            return CallField(name)
        if name == "finding":
            return FindingField()
        if name == "text":
            return TextField()
        near = get_close_matches(name, [*_RUN_FIELDS, *_CALL_FIELDS, "finding", "text"], 1)
        meant = f"did you mean {near[0]}?" if near else "a tool's argument is written TOOL.ARGUMENT"
        raise FilterError(line, at, f"there is no field of this name; {meant}")
    if not first or not rest or rest.startswith(".") or rest.endswith("."):
        raise FilterError(line, at, "a name was expected on both sides of the dot")
    if first.lower() == "attr":
        return Attribute(rest)
    if first.lower() == "note":
        return NoteField(rest)
    return Argument(first, rest)


def kind_of(field: Field) -> Kind:
    """What kind of values a field takes."""
    match field:
        case RunField(name):
            return _RUN_FIELDS[name].kind
        case CallField(name):
            return _CALL_FIELDS[name].kind
        case Attribute() | Argument():
            return "any"
        case FindingField() | TextField() | NoteField():
            return "text"


def value_of(field: Field, operator: Operator, text: str, quoted: bool, line: str, at: int) -> Value:
    """The value that a piece of the line means for this field.

    Raises:
        FilterError: the field takes no such value, or not with this operator.
    """
    kind = kind_of(field)
    if operator == "~":
        if kind in ("number", "flag", "date"):
            raise FilterError(line, at, "~ looks inside texts; here = != < <= > >= are expected")
        return text
    if isinstance(field, TextField):
        raise FilterError(line, at, 'text is searched with ~: text ~ "lost shipment"')
    if not quoted and text.lower() == "none":
        if operator not in ("=", "!=", "in"):
            raise FilterError(line, at, "none is compared with = or !=")
        return MISSING
    match kind:
        case "number":
            return _number(text, line, at)
        case "date":
            return _date(text, line, at)
        case "flag":
            return _flag(text, operator, line, at)
        case "text":
            return _text(field, operator, text, line, at)
        case "any":
            return text if quoted else _any(text)


def _number(text: str, line: str, at: int) -> int | float:
    found = _as_number(text)
    if found is None:
        raise FilterError(line, at, "a number was expected, like 12 or 5_000")
    return found


def _as_number(text: str) -> int | float | None:
    try:
        return int(text) if len(text) < 40 else None
    except ValueError:
        pass
    try:
        found = float(text)
    except ValueError:
        return None
    return found if found == found and abs(found) != float("inf") else None


def _date(text: str, line: str, at: int) -> datetime | date:
    try:
        if len(text) <= len("2026-01-31"):
            return date.fromisoformat(text)
        found = datetime.fromisoformat(text)
    except ValueError:
        raise FilterError(line, at, "a date was expected, like 2026-01-31 or 2026-01-31T12:00") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _flag(text: str, operator: Operator, line: str, at: int) -> bool:
    if operator not in ("=", "!=") or text.lower() not in ("true", "false"):
        raise FilterError(line, at, "= true or = false was expected")
    return text.lower() == "true"


def _text(field: Field, operator: Operator, text: str, line: str, at: int) -> str:
    if operator in _COMPARED:
        raise FilterError(line, at, "texts are compared with =, !=, ~ (contains) or in [..]")
    options = _RUN_FIELDS[field.name].options if isinstance(field, RunField) else ()
    if options and text not in options:
        near = get_close_matches(text, options, 1)
        meant = f"did you mean {near[0]}?" if near else f"one of {', '.join(options[:8])} was expected"
        raise FilterError(line, at, f"there is no such value; {meant}")
    return text


def _any(text: str) -> Value:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if text[:1] == "0" and text[1:2].isdigit():
        return text  # an id: 007 is not 7
    number = _as_number(text)
    return text if number is None else number
