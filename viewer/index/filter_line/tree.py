"""The syntax tree of a filter line. Match on it with `match`: mypy names a kind that was forgotten."""

from datetime import date, datetime
from typing import Literal

import msgspec

Operator = Literal["=", "!=", "<", "<=", ">", ">=", "~", "in"]


class Missing(msgspec.Struct, frozen=True):
    """`none`: the file does not record it."""


MISSING = Missing()
Value = str | bool | int | float | datetime | date | Missing
"""A date without a time is the whole day, UTC."""


class RunField(msgspec.Struct, frozen=True):
    """A fact of the run: `steps`, `label`."""

    name: str


class Attribute(msgspec.Struct, frozen=True):
    """One of the file's own identifiers and tags: `attr.release`."""

    name: str


class CallField(msgspec.Struct, frozen=True):
    """A fact of a call: `tool`, `error`."""

    name: str


class Argument(msgspec.Struct, frozen=True):
    """An argument of a call, with the tool that it belongs to: `issue_refund.amount_cents`."""

    tool: str
    path: str
    """As the model wrote it, inner names after a dot."""


class FindingField(msgspec.Struct, frozen=True):
    """`finding`: the code of a finding of the run."""


class TextField(msgspec.Struct, frozen=True):
    """`text`: words that stand together in one message of the run."""


class NoteField(msgspec.Struct, frozen=True):
    """What reviewers have written: `note.label`."""

    name: str


Field = RunField | Attribute | CallField | Argument | FindingField | TextField | NoteField


class Comparison(msgspec.Struct, frozen=True):
    """A field, an operator and a value; of `in` several."""

    field: Field
    operator: Operator
    values: tuple[Value, ...]

    @property
    def value(self) -> Value:
        """The first value: the only one, but for `in`."""
        return self.values[0]


class Word(msgspec.Struct, frozen=True):
    """A word alone: it stands in the run's label, task, model, ids, attributes, exit or file name, in any case."""

    text: str


class And(msgspec.Struct, frozen=True):
    """All hold."""

    parts: tuple["Node", ...]


class Or(msgspec.Struct, frozen=True):
    """At least one holds."""

    parts: tuple["Node", ...]


class Not(msgspec.Struct, frozen=True):
    """It does not hold."""

    part: "Node"


class Group(msgspec.Struct, frozen=True):
    """Parentheses as they were written: conditions on calls inside them speak of one call."""

    part: "Node"


Node = Comparison | Word | And | Or | Not | Group


def nodes(node: Node) -> list[Node]:
    """The node and all inside it."""
    match node:
        case And(parts) | Or(parts):
            return [node, *(one for part in parts for one in nodes(part))]
        case Not(part) | Group(part):
            return [node, *nodes(part)]
        case Comparison() | Word():
            return [node]
