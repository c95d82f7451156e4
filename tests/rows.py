"""Rows of runs for tests of lists, without files."""

from typing import Any

import msgspec

from viewer.index.rows import RunRow

_ROW = RunRow(
    source="a.json",
    uri="/runs/a.json",
    version="1-1",
    run_id="a",
    parent_run_id=None,
    key="0" * 16,
    format="anthropic_messages",
    label=None,
    task=None,
    model=None,
    outcome="unknown",
    ending="unknown",
    exit_status=None,
    messages=2,
    model_requests=1,
    requests_without_usage=0,
    turns=1,
    tool_calls=0,
    tool_results=0,
    unanswered_calls=0,
    orphan_results=0,
    error_results=0,
    input_tokens=None,
    cache_read_input_tokens=None,
    cache_creation_input_tokens=None,
    output_tokens=None,
    problems=0,
    set_aside=0,
    started_at=None,
)


def run_row(run_id: str, **fields: Any) -> RunRow:
    """A row of its own key; fields that are not given hold nothing."""
    return msgspec.structs.replace(_ROW, run_id=run_id, key=run_id.encode().hex().rjust(16, "0"), **fields)
