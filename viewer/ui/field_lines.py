"""Request fields in a line: their status, their size, the tools by name, and what changed in them."""

from typing import Any

from viewer.analysis.requests import FieldChange
from viewer.counted import counted
from viewer.model.request import Field
from viewer.ui.detail_blocks import json_text
from viewer.ui.run_segments import Segment, code, quiet, status, strong

FIELD_WORDS = {"system": "system prompt", "tools": "tool schemas", "parameters": "parameters"}
NAMED = 12
"""Tools and parameters named of one field; the rest is counted."""


def field_segments(name: str, field: Field) -> list[Segment]:
    """A field by its status and size; its content stands in the JSON below and in the ledger's detail."""
    if field.status != "recorded":
        return [status("not stored", "The rules that the model followed are missing from this file.")]
    if name == "tools" and isinstance(field.value, list):
        names = [code(found) for tool in field.value[:NAMED] if (found := tool_name(tool))]
        line: list[Segment] = [counted(len(field.value), "tool"), quiet(" recorded ")]
        for one in names:
            line += [one, " "]
        if len(field.value) > NAMED:
            line.append(quiet(f"and {len(field.value) - NAMED:,} more"))
        return line
    text = field.value if isinstance(field.value, str) else json_text(field.value)
    line = [counted(len(text), "character"), quiet(" recorded")]
    if name == "parameters" and isinstance(field.value, dict):
        line += [" "] + [part for key in list(field.value)[:NAMED] for part in (code(str(key)), " ")]
    return line


def tool_name(tool: Any) -> str | None:
    """The name in a tool's schema, whoever's form it has."""
    match tool:
        case {"name": str(name)} | {"function": {"name": str(name)}}:
            return name
        case _:
            return None


def change_segments_of(change: FieldChange) -> list[Segment]:
    """What a changed field was and is, by size; for tools, the names that came and went."""
    line: list[Segment] = [strong(FIELD_WORDS[change.name]), ": "]
    for field, after in ((change.before, " → "), (change.after, "")):
        if field.status != "recorded":
            line += [quiet("not stored"), after]
        elif change.name == "tools" and isinstance(field.value, list):
            line += [counted(len(field.value), "tool"), after]
        else:
            text = field.value if isinstance(field.value, str) else json_text(field.value)
            line += [counted(len(text), "character"), after]
    if change.name == "tools":
        before, after_names = (_names(field) for field in (change.before, change.after))
        for word, names in (("new", after_names - before), ("gone", before - after_names)):
            for name in sorted(names)[:NAMED]:
                line += [quiet(f" {word} "), code(name)]
    return line


def _names(field: Field) -> set[str]:
    tools = field.value if isinstance(field.value, list) else []
    return {name for tool in tools if (name := tool_name(tool))}
