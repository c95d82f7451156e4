"""Who chooses a format on a page, and where the choice stays."""

import json
from pathlib import Path

import pytest
from opened import opened, settled, words


def undecided(folder: Path, name: str) -> None:
    times = {"startTime": "2026-01-01T00:00:00Z", "endTime": "2026-01-01T00:00:01Z"}
    generation = {"id": "g", "traceId": name, "type": "GENERATION", "input": "hi", "output": "x", **times}
    run = {"id": name, "trace_id": name, "run_type": "llm", "inputs": {}, "outputs": {"output": "x"}}
    (folder / f"{name}.json").write_text(json.dumps({"observations": [generation], "runs": [run]}))


def test_nothing_is_asked_where_every_file_is_of_one_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_text("{")
    said = words(opened(monkeypatch, tmp_path))
    assert "read as" not in said


def test_many_undecided_files_are_decided_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(7):
        undecided(tmp_path, f"f{number}")
    app = opened(monkeypatch, tmp_path)
    assert "f0.json, f1.json, f2.json, f3.json, f4.json and 2 more: read as" in words(app)
    app.button(key="read_as_0_langfuse").click()
    app = settled(app)
    assert len(app.dataframe[0].value) == 7
    assert "is read as Langfuse traces." in words(app)


def test_the_choice_stays_when_the_reader_goes_to_another_page_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    undecided(tmp_path, "f")
    app = opened(monkeypatch, tmp_path, read_as="langfuse")
    app = settled(app.switch_page("pages/run.py"))
    app.query_params.clear()
    app = settled(app.switch_page("pages/runs.py"))
    assert app.query_params["read_as"] == "langfuse"
    assert len(app.dataframe[0].value) == 1


def test_a_hostile_file_name_reaches_the_page_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undecided(tmp_path, "a\u202eb<img>")
    said = words(opened(monkeypatch, tmp_path))
    assert "\u202e" not in said
    assert "read as" in said
