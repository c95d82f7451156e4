"""The path of a run, from a file."""

import json
from pathlib import Path

from conftest import ROOT

from viewer.analysis.drift import drift
from viewer.analysis.run_path import path_and_substitutions, run_path
from viewer.load import runs, sources
from viewer.model.run import Run


def run_of(path: Path) -> Run:
    (source,) = sources([path])
    (run,) = runs(source)
    return run


def one_call(tmp_path: Path, name: str, arguments: object) -> Run:
    message = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "get", "input": arguments}]}
    path = tmp_path / name
    path.write_text(json.dumps([{"role": "user", "content": "go"}, message]))
    return run_of(path)


def test_the_refund_run_s_path_is_its_four_calls_in_three_requests() -> None:
    path = run_path(run_of(ROOT / "sample_runs/refund/refund.json"))
    assert [[call.name for call in request.calls] for request in path.requests] == [
        ["search_orders", "get_shipment"],
        ["lookup_policy"],
        ["issue_refund"],
        [],
    ]
    assert path.system_hash is None
    assert drift(path, path).is_none


def test_a_time_and_an_id_are_no_difference_between_runs_and_one_within(tmp_path: Path) -> None:
    first = one_call(tmp_path, "a.json", {"id": "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "at": "2026-07-09T10:11:12Z"})
    second = one_call(tmp_path, "b.json", {"id": "9b2504e0-4f89-11d3-9a0c-0305e82c33aa", "at": "2026-07-09T10:11:13Z"})
    before, replaced = path_and_substitutions(first)
    after = run_path(second)
    assert drift(before, after).is_none
    assert before.calls[0].exact != after.calls[0].exact
    assert [(one.path, one.placeholder) for one in replaced] == [("get.id", "<uuid#1>"), ("get.at", "<time#1>")]
    assert (replaced[0].message_index, replaced[0].block) == (1, 0)
