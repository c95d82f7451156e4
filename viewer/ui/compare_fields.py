"""Request fields of two runs that differ: the first place to look when their steps do."""

import difflib

import streamlit as st

from viewer.analysis.compare import Comparison, FieldDifference
from viewer.analysis.requests import FieldChange, FieldName
from viewer.model.request import Field
from viewer.ui import text_panel
from viewer.ui.components import kit
from viewer.ui.detail_blocks import json_text
from viewer.ui.field_lines import change_segments_of
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import quiet

LONGEST = 400_000
"""Characters of a field up to which its lines are compared."""
_TITLES: dict[FieldName, str] = {
    "system": "Difference of the system prompts",
    "tools": "Difference of the tool schemas",
    "parameters": "Difference of the parameters",
}


def draw(found: Comparison) -> None:
    """A line a field that differs, and its difference line by line on demand."""
    kit.draw("lines", {"rows": field_rows(found)}, key="compare_fields")
    for one in found.fields:
        text = line_difference(one)
        if text is None:
            continue
        if st.toggle(_TITLES[one.name], key=f"compare_field_{one.name}"):
            of = f"{one.name} {hash(text)}"
            text_panel.draw(f"compare_diff_{one.name}", text, of=of, name=f"{one.name}.diff")


def field_rows(found: Comparison) -> list[Row]:
    """What differs; fields that both files lack are the same only as far as anyone knows."""
    rows: list[Row] = [
        ("request fields", change_segments_of(FieldChange(one.name, one.left, one.right))) for one in found.fields
    ]
    return rows or [("request fields", [quiet("no difference in what both files store")])]


def line_difference(one: FieldDifference) -> str | None:
    """A unified difference; None where one side is not stored or the texts are too long to compare."""
    if "not_stored" in (one.left.status, one.right.status):
        return None
    left, right = _text(one.left), _text(one.right)
    if max(len(left), len(right)) > LONGEST:
        return None
    lines = difflib.unified_diff(left.splitlines(), right.splitlines(), "left", "right", lineterm="")
    return "\n".join(lines)


def _text(field: Field) -> str:
    return field.value if isinstance(field.value, str) else json_text(field.value)
