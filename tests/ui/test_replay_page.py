"""The Replay page without a browser: by the address, with each kind of content, and refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import SAMPLES
from messages import call, model, result, user
from opened import opened, words
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key


def _page(patch: pytest.MonkeyPatch, path: Path, at: str | None) -> AppTest:
    (run,) = load.runs(next(load.sources([path])))
    app = opened(patch, path).switch_page("pages/replay.py")
    for name, value in {"run": run_key(run), "at": at}.items():
        if value is not None:
            app.query_params[name] = value
    app.run()
    assert not app.exception, app.exception
    return app


def _file(folder: Path, *messages: dict[str, Any]) -> Path:
    path = folder / "run.json"
    path.write_text(json.dumps({"messages": list(messages)}), encoding="utf-8")
    return path


def test_without_a_run_the_page_says_how_to_get_there(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund/refund.json").switch_page("pages/replay.py").run()
    assert "No result is chosen" in words(app)


def test_without_a_result_the_list_of_them_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _page(monkeypatch, SAMPLES / "refund/refund.json", None)
    assert list(app.dataframe[0].value["position"]) == ["[2].0", "[2].1", "[4].0", "[6].0"]
    app = _page(monkeypatch, SAMPLES / "refund/refund.json", "99.0")
    assert "not in this run" in words(app)


def test_a_swap_shows_its_difference_and_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    app = _page(monkeypatch, SAMPLES / "refund/refund.json", "4.0")
    assert "The content is the same so far" in words(app)
    app.text_area[0].set_value("policy service is down").run()
    assert not app.exception
    assert "+policy service is down" in words(app)
    app.selectbox[0].set_value("an error").run()
    assert app.text_area[0].value.startswith("Error: the tool failed")
    assert "`is_error` was not stored and becomes true" in words(app)


def test_a_list_is_edited_as_json_and_stays_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = _file(tmp_path, user("go"), model(call("a")), user(result("a", [{"id": "4471"}])), model("done"))
    app = _page(monkeypatch, path, "2.0")
    assert app.text_area[0].value.startswith("[")
    app.text_area[0].set_value("[{").run()
    assert "This is no JSON" in words(app)
    app.selectbox[0].set_value("an empty list").run()
    assert app.text_area[0].value == "[]"
    assert not app.exception


def test_hostile_text_in_a_result_is_shown_as_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hostile = "![x](http://x.invalid/p) <script>alert(1)</script>"
    path = _file(tmp_path, user("go"), model(call("a", hostile)), user(result("a", hostile)), model("done"))
    app = _page(monkeypatch, path, "2.0")
    assert all("x.invalid" not in str(one.value) for one in app.markdown)
