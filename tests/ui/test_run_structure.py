import json
from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from messages import model, user
from opened import opened, settled

from viewer import load
from viewer.model.hashes import run_key
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text
from viewer.ui.run_structure import change_rows
from viewer.ui.structure_turns import MOST


def test_where_a_compaction_narrowed_what_the_model_saw_is_named() -> None:
    rows = change_rows(derived(sample("broken/compaction.json"), "k"))
    assert [name for name, _ in rows] == ["request 3"]
    assert "no longer held [0] [1] [2]" in segments_text(rows[0][1])


def test_a_run_without_such_a_change_says_so() -> None:
    rows = change_rows(derived(sample("refund/refund.json"), "k"))
    assert "each request held all messages before it" in segments_text(rows[0][1])


def test_the_view_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "sub_agents/order_survey.jsonl"
    app = opened(monkeypatch, SAMPLES / name)
    app.query_params["run"] = run_key(sample(name))
    app.query_params["view"] = "Structure"
    settled(app.switch_page("pages/run.py"))


def test_of_very_many_turns_a_table_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "turns.json"
    parts = [part for _ in range(MOST + 1) for part in (user("x"), model("y"))]
    path.write_text(json.dumps({"id": "turns", "messages": parts}), encoding="utf-8")
    app = opened(monkeypatch, path)
    app.query_params["run"] = run_key(load.runs(next(load.sources([path])))[0])
    app.query_params["view"] = "Structure"
    assert len(settled(app.switch_page("pages/run.py")).dataframe[0].value) == MOST + 1
