"""Runs in their source: ids that are unique there."""

import json
from pathlib import Path

from viewer import load


def test_equal_run_ids_of_one_source_are_told_apart(tmp_path: Path) -> None:
    document = {"format": "trajectory-viewer", "version": 1, "run_id": "r", "messages": []}
    sub = {**document, "parent": {"run_id": "r"}}
    (tmp_path / "a.json").write_text(json.dumps({**document, "sub_runs": [sub, {**sub, "run_id": ""}]}))
    (source,) = load.sources([tmp_path])
    (run,) = load.runs(source)
    assert run.run_id == "r~1"
    assert [(sub.run_id, sub.parent.run_id if sub.parent else None) for sub in run.sub_runs] == [
        ("r~2", "r~1"),
        ("3", "r~1"),
    ]
