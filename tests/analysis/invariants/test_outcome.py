"""A call failed by its flag, by its payload, by its exit code, or by a declared pattern."""

from typing import Any

import pytest

from viewer.analysis.invariants.outcome import call_outcome
from viewer.model.block import ToolResult


@pytest.mark.parametrize(
    "content",
    [
        '{"error": "no such order"}',
        {"error": {"code": 4}},
        '{"ok": false}',
        {"success": False},
        '{"exit_code": 1, "output": ""}',
        {"returncode": -9},
        {"status": "error"},
        {"tool_response": {"error": "gone"}},
        [{"type": "text", "text": '{"error": "x"}'}],
    ],
)
def test_an_error_payload_is_a_failure(content: Any) -> None:
    assert call_outcome(ToolResult("a", content)) == "failed"


@pytest.mark.parametrize(
    "content",
    [
        "error: none found",
        '{"error": null}',
        '{"errors": 0}',
        {"exit_code": 0},
        {"ok": True},
        "[1, 2]",
        "{broken",
        None,
    ],
)
def test_other_payloads_are_none(content: Any) -> None:
    assert call_outcome(ToolResult("a", content)) == "ok"


def test_the_flag_wins_and_a_pattern_adds() -> None:
    assert call_outcome(ToolResult("a", "fine", True)) == "failed"
    assert call_outcome(ToolResult("a", "Traceback (most recent call last)"), ("^Traceback",)) == "failed"
    assert call_outcome(None) == "unanswered"


def test_where_no_flag_is_recorded_a_text_that_opens_with_error_is_a_failure() -> None:
    text = "Error: flight HAT030 not available on date 2024-05-13"
    assert call_outcome(ToolResult(tool_use_id="t", content=text, is_error=None)) == "failed"
    assert call_outcome(ToolResult(tool_use_id="t", content=text, is_error=False)) == "ok", "the file says otherwise"
    assert call_outcome(ToolResult(tool_use_id="t", content="Errors: 0", is_error=None)) == "ok"
