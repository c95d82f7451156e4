"""An open run that is still written, through the whole app."""

import json
from pathlib import Path

import pytest
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key
from viewer.ui.run_follow import has_changed


def write(path: Path, steps: int, ended: bool = False) -> Path:
    """A run of calls and results, one message a line; open unless it ends with a text."""
    lines: list[dict[str, object]] = [{"role": "user", "content": "go"}]
    for number in range(steps):
        call = {"type": "tool_use", "id": f"c{number}", "name": "look", "input": {"n": number}}
        lines.append({"role": "assistant", "content": [call]})
        answer = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "seen"}
        lines.append({"role": "user", "content": [answer]})
    if ended:
        lines.append({"role": "assistant", "content": [{"type": "text", "text": "done"}]})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def run_page(patch: pytest.MonkeyPatch, path: Path) -> AppTest:
    (run,) = load.runs(next(load.sources([path])))
    app = opened(patch, path)
    app.query_params["run"] = run_key(run)
    return settled(app.switch_page("pages/run.py"))


def test_an_open_run_is_marked_and_what_was_added_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "run.jsonl", 2)
    app = run_page(monkeypatch, path)
    assert "**open** · what is added to its file shows by itself" in words(app)
    write(path, 40)
    settled(app)
    assert "cannot be shown" not in words(app)
    app.query_params["msg"] = "80"
    settled(app)
    assert "names a message that is not in this run" not in "".join(one.value for one in app.warning)
    assert app.query_params["msg"] == "80"


def test_it_is_followed_on_after_it_looks_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "run.jsonl", 2)
    app = run_page(monkeypatch, path)
    write(path, 3, ended=True)
    settled(app)
    assert "**open until now** · " in words(app)
    write(path, 5)
    settled(app)
    assert "**open** · " in words(app)


def test_a_paused_run_stays_as_it_was_read_until_it_is_followed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "run.jsonl", 2)
    app = run_page(monkeypatch, path)
    app.button(key="run_follow_pause").click()
    settled(app)
    write(path, 40)
    app.query_params["msg"] = "80"
    settled(app)
    assert "paused; what was added since is not shown" in words(app)
    assert "it has messages 0 to 4" in "".join(one.value for one in app.warning)
    app.button(key="run_follow_pause").click()
    settled(app)
    assert not app.warning


def test_a_run_that_is_not_open_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "run.jsonl", 2, ended=True)
    app = run_page(monkeypatch, path)
    assert "open" not in words(app)
    write(path, 3, ended=True)
    settled(app)
    assert "changed after it was read" in words(app)


def test_a_file_that_grew_has_changed_and_one_that_is_gone_has_not(tmp_path: Path) -> None:
    path = write(tmp_path / "run.jsonl", 2)
    (run,) = load.runs(next(load.sources([path])))
    assert not has_changed(run)
    write(path, 3)
    assert has_changed(run)
    path.unlink()
    assert not has_changed(run)
