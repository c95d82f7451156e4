"""What each format records: told by samples alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import SAMPLES, read_values

from viewer.capabilities import CAPABILITIES, NO, TOTAL, YES, formats_of
from viewer.formats.registry import FORMATS

ROWS = {row.format.name: row for row in formats_of(SAMPLES)}
NAMES = [capability.name for capability in CAPABILITIES]


def cells(name: str) -> dict[str, str]:
    return dict(zip(NAMES, ROWS[name].cells, strict=True))


def told(name: str, value: Any, format: str = "anthropic_messages") -> str:
    (run,) = read_values(value, format=format)
    (capability,) = [one for one in CAPABILITIES if one.name == name]
    return capability.cell(run)


def test_every_format_of_the_registry_has_a_row_and_at_least_one_sample_run() -> None:
    assert list(ROWS) == [format.name for format in FORMATS]
    assert [name for name, row in ROWS.items() if not row.samples] == []


@pytest.mark.parametrize("number", range(len(CAPABILITIES)), ids=NAMES)
def test_some_format_records_it_and_some_other_does_not(number: int) -> None:
    found = {row.cells[number] for row in ROWS.values()}
    assert YES in found
    assert found <= {YES, TOTAL, NO}


def test_a_format_that_is_known_well_has_the_cells_that_its_files_bear_out() -> None:
    assert cells("terminal_bench")["messages"] == NO
    assert cells("swe_agent")["usage"] == TOTAL
    assert cells("anthropic_messages")["exact request"] == YES
    assert cells("claude_code")["sub-agents"] == YES
    assert cells("trajectory_ai_api")["cache"] == NO
    assert cells("ankole")["tool schemas"] == YES


USER = {"role": "user", "content": "go"}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("messages", {"messages": [USER]}, YES),
        ("system prompt", {"system": "x", "messages": [USER]}, YES),
        ("system prompt", {"messages": [USER]}, NO),
        ("tool schemas", {"tools": [], "messages": [USER]}, YES),
        ("usage", {"messages": [USER, {"role": "assistant", "content": [], "usage": {"output_tokens": 2}}]}, NO),
        ("usage", {"messages": [USER, {"role": "assistant", "content": [], "usage": {"input_tokens": 2}}]}, YES),
        ("cache", {"messages": [USER, {"role": "assistant", "content": [], "usage": {"input_tokens": 2}}]}, NO),
        ("stop reason", {"messages": [USER, {"role": "assistant", "content": [], "stop_reason": "end_turn"}]}, YES),
        ("timestamps", {"messages": [USER]}, NO),
        (
            "errors",
            {
                "messages": [
                    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "is_error": False}]}
                ]
            },
            YES,
        ),
        ("errors", {"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}]}, NO),
        ("sub-agents", {"messages": [USER]}, NO),
        ("exact request", {"messages": [USER, {"role": "assistant", "content": []}]}, NO),
    ],
)
def test_a_cell_says_what_one_run_records(name: str, value: Any, expected: str) -> None:
    assert told(name, value) == expected


def test_a_damaged_sample_proves_nothing_and_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "good.json").write_text(json.dumps({"messages": [{**USER, "content": [{"type": "thinking"}]}]}))
    found = {row.format.name: row.samples for row in formats_of(tmp_path)}
    assert sum(found.values()) == 1
