"""Runs like this one: from a call, an error, a finding or a value, the list of runs with the filter filled in."""

from typing import Any
from urllib.parse import urlencode

from viewer.index.call_rows import LONGEST
from viewer.index.filter_line.printed import printed
from viewer.index.filter_line.tree import And, Argument, Attribute, CallField, Comparison, FindingField, Group, Node
from viewer.masking import masked
from viewer.model.block import ToolUse
from viewer.model.position import json_path, parse_json_path, value_at
from viewer.model.run import Run
from viewer.ui.filter_line import KEY
from viewer.ui.run_segments import Segment
from viewer.ui.runs_filter import SEEN

_LABEL = "runs like this"


def call_segments(tool: str) -> list[Segment]:
    """The runs that call this tool."""
    return [list_segment(Comparison(CallField("tool"), "=", (tool,)), "runs with this tool")]


def error_segments(tool: str) -> list[Segment]:
    """The runs in which a call of this tool failed."""
    failed = And((Comparison(CallField("tool"), "=", (tool,)), Comparison(CallField("error"), "=", (True,))))
    return [list_segment(Group(failed), "runs with this error")]


def called_tool(run: Run, place: tuple[int, int]) -> str:
    """The name of the tool that a call asks for, by the place of its block."""
    call = run.messages[place[0]].blocks[place[1]]
    return call.name if isinstance(call, ToolUse) else ""


def finding_segments(code: str) -> list[Segment]:
    """The runs in which the same was found."""
    return [" ", list_segment(Comparison(FindingField(), "=", (code,)))]


def attribute_segments(name: str, value: Any) -> list[Segment]:
    """The runs with the same attribute; none where the index does not hold such a value."""
    return _value_segments(Attribute(name), value)


def argument_segments(call: ToolUse, path: str | None) -> list[Segment]:
    """The runs in which this tool was called with the same value.

    Args:
        call: the call.
        path: of the value in its input, as positions write it; None: the whole input.
    """
    if path is None:
        return []
    parts = parse_json_path(path)
    try:
        value = value_at(call.input, parts)
    except (LookupError, TypeError):
        return []
    return _value_segments(Argument(call.name, json_path(parts)), value)


def _value_segments(field: Attribute | Argument, value: Any) -> list[Segment]:
    name = field.name if isinstance(field, Attribute) else field.path
    if not isinstance(value, str | int | float) or not name:
        return []
    text = str(value)[: LONGEST + 1] if not isinstance(value, int) or value.bit_length() < 400 else ""
    # A credential must not stand in an address, which is kept and passed on.
    if not text or len(text) > LONGEST or masked(f"{name}={text}").values:
        return []
    return [" ", list_segment(Comparison(field, "=", (value,)))]


def list_segment(node: Node, label: str = _LABEL) -> Segment:
    """A link to the list of the runs that pass, with when and in which release they came up."""
    return {"page": f"./?{urlencode({KEY: printed(node), SEEN: 'true'})}", "text": label}
