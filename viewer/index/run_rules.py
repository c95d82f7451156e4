"""Rules over runs, such as `exit=Submitted:success`: a field, the value it must have, and what then holds."""

from collections.abc import Sequence
from dataclasses import dataclass

from viewer.index.rows import RunRow

FIELDS = {
    "exit": "exit_status",
    "outcome": "outcome",
    "ending": "ending",
    "cut_by": "cut_by",
    "label": "label",
    "model": "model",
    "format": "format",
    "task": "task",
}
"""Names in a rule -> columns of the table of runs."""
_ATTRIBUTE = "attribute."


class RuleError(ValueError):
    """A rule that cannot be read; its text says why."""


@dataclass(frozen=True)
class Rule:
    """Runs whose `field` is `value`; an empty value means that none is recorded."""

    field: str
    """A key of FIELDS, or `attribute.NAME`."""
    value: str
    result: str


def rule(text: str) -> Rule:
    """Read `FIELD=VALUE:RESULT`; the last colon divides.

    Raises:
        RuleError: it is no rule.
    """
    condition, colon, result = text.rpartition(":")
    field, sign, value = condition.partition("=")
    field = field.strip()
    if not colon or not sign or not result.strip():
        raise RuleError(f"{text!r} is no rule: write FIELD=VALUE:RESULT")
    if field not in FIELDS and not (field.startswith(_ATTRIBUTE) and len(field) > len(_ATTRIBUTE)):
        raise RuleError(f"{text!r}: no field {field!r}; there are {', '.join(FIELDS)} and attribute.NAME")
    return Rule(field, value.strip(), result.strip())


def result_of(row: RunRow, rules: Sequence[Rule]) -> str | None:
    """The result of the first rule that the run fits."""
    for one in rules:
        if text_of(row, one.field) == one.value:
            return one.result
    return None


def text_of(row: RunRow, field: str) -> str:
    """A field of a run as text, empty where nothing is recorded."""
    if field.startswith(_ATTRIBUTE):
        return scalar_text(attribute(row, field.removeprefix(_ATTRIBUTE)))
    value: str | None = getattr(row, FIELDS[field])
    return value or ""


def attribute(row: RunRow, name: str) -> object:
    """An attribute by its name, or by its path (`info.user`) where the name itself has none."""
    found: object = row.attributes.get(name)
    if found is None and "." in name:
        found = row.attributes
        for key in name.split("."):
            found = found.get(key) if isinstance(found, dict) else None
    return found


def scalar_text(value: object) -> str:
    """A recorded value as the index writes it; empty for none and for what is no single value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""


def sql(rules: Sequence[Rule], otherwise: str) -> tuple[str, list[object]]:
    """The result as an expression over the table of runs, with its parameters."""
    parts: list[str] = []
    parameters: list[object] = []
    for one in rules:
        if one.field.startswith(_ATTRIBUTE):
            parts.append("WHEN coalesce(attributes[?], '') = ? THEN ?")
            parameters += [one.field.removeprefix(_ATTRIBUTE), one.value, one.result]
        else:
            parts.append(f"WHEN coalesce({FIELDS[one.field]}, '') = ? THEN ?")
            parameters += [one.value, one.result]
    return (f"CASE {' '.join(parts)} ELSE {otherwise} END" if parts else otherwise), parameters
