"""Indexes in memory out of plain rows, for tests of queries."""

import json
from typing import Any

import pyarrow as pa

from viewer.index.reader import IndexReader, index_of_tables
from viewer.index.tables import CALLS, REQUESTS, RUNS

_RUN: dict[str, Any] = {
    "version": "1-1", "outcome": "unknown", "ending": "unknown", "format": "canonical", "messages": 2,
    "model_requests": 1, "requests_without_usage": 0, "turns": 1, "tool_calls": 0, "tool_results": 0,
    "unanswered_calls": 0, "orphan_results": 0, "error_results": 0, "problems": 0, "set_aside": 0, "findings": [],
    "attributes": [],
}  # fmt: skip


def key_of(run_id: str) -> str:
    """The key of a run of `indexed`."""
    return run_id.encode().hex().rjust(16, "0")


def indexed(*runs: dict[str, Any]) -> IndexReader:
    """An index of these runs; `calls` of a run are rows of its calls, `run_id` is its name."""
    rows, calls = [], []
    for number, run in enumerate(runs):
        given = dict(run)
        own = [{"run_row": number, "key": key_of(given["run_id"]), **call} for call in given.pop("calls", ())]
        calls += own
        if "attributes" in given:
            given["attributes_json"] = json.dumps(dict(given["attributes"]))
        place = {"run_row": number, "key": key_of(given["run_id"]), "source": f"{given['run_id']}.json"}
        rows.append({**_RUN, **place, "uri": f"/runs/{given['run_id']}.json", "request_rows": 0, "call_rows": len(own),
                     **given})  # fmt: skip
    return index_of_tables(
        pa.Table.from_pylist(rows, schema=RUNS),
        pa.Table.from_pylist([], schema=REQUESTS),
        pa.Table.from_pylist(calls, schema=CALLS),
    )
