"""A syntax tree as the line that gives it: so a click can build a filter."""

import re
from datetime import UTC, date, datetime

from viewer.index.filter_line.fields import kind_of
from viewer.index.filter_line.tree import (
    And,
    Argument,
    Attribute,
    CallField,
    Comparison,
    Field,
    FindingField,
    Group,
    Missing,
    Node,
    Not,
    NoteField,
    Or,
    RunField,
    TextField,
    Value,
    Word,
)

_RESERVED = frozenset({"and", "or", "not", "in"})
_PLAIN_NAME = re.compile(r"[^\s()\[\],\"'=!<>~.]+")
_PLAIN_VALUE = re.compile(r"[^\s()\[\],\"'=!<>~]+")
_LOOKS_OTHER = re.compile(r"[-+]?[\d_.]+(e[-+]?\d+)?|none|true|false|inf(inity)?|nan", re.I)
"""As an unquoted value it would be no text."""


def printed(node: Node) -> str:
    """The line of a tree; parsing it gives the same tree, up to parentheses that it needed."""
    match node:
        case And(parts):
            return " and ".join(f"({printed(part)})" if isinstance(part, Or) else printed(part) for part in parts)
        case Or(parts):
            return " or ".join(printed(part) for part in parts)
        case Not(part):
            return f"not ({printed(part)})" if isinstance(part, And | Or) else f"not {printed(part)}"
        case Group(part):
            return f"({printed(part)})"
        case Word(text):
            plain = _PLAIN_VALUE.fullmatch(text) and text.lower() not in _RESERVED
            return text if plain else quoted(text)
        case Comparison(field, "in", values):
            return f"{_name(field)} in [{', '.join(_value(field, value) for value in values)}]"
        case Comparison(field, operator, values):
            return f"{_name(field)} {operator} {_value(field, values[0], operator)}"


def quoted(text: str) -> str:
    """A text between quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _name(field: Field) -> str:
    match field:
        case RunField(name) | CallField(name):
            return name
        case Attribute(name):
            return f"attr.{_path(name)}"
        case NoteField(name):
            return f"note.{_path(name)}"
        case Argument(tool, path):
            return f"{_segment(tool)}.{_path(path)}"
        case FindingField():
            return "finding"
        case TextField():
            return "text"


def _path(path: str) -> str:
    return ".".join(_segment(part) for part in path.split("."))


def _segment(name: str) -> str:
    plain = _PLAIN_NAME.fullmatch(name) and name.lower() not in _RESERVED | {"attr", "note"}
    return name if plain else quoted(name)


def _value(field: Field, value: Value, operator: str = "in") -> str:
    if isinstance(value, Missing):
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat() if value.tzinfo is UTC else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int | float):
        return str(value)
    if kind_of(field) == "any" or operator == "~":
        return quoted(value)
    plain = _PLAIN_VALUE.fullmatch(value) and not _LOOKS_OTHER.fullmatch(value) and value.lower() not in _RESERVED
    return value if plain else quoted(value)
