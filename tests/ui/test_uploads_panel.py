"""Files dropped on the Runs page, through the whole app."""

import json
import time
from pathlib import Path

import pytest
from opened import opened, settled, words
from streamlit.runtime.caching.cache_resource_api import clear_session_cache
from streamlit.testing.v1 import AppTest


def run_text(name: str) -> bytes:
    messages = [{"role": "user", "content": name}, {"role": "assistant", "content": [{"type": "text", "text": "y"}]}]
    return json.dumps({"id": name, "messages": messages}).encode()


def app_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> AppTest:
    (tmp_path / "apple.json").write_bytes(run_text("apple"))
    return opened(monkeypatch, tmp_path, **query)


def drop(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    """Drop files together and wait until they are read."""
    if files:
        app.file_uploader[0].set_value([(name, content, "application/octet-stream") for name, content in files])
    settled(app)
    deadline = time.monotonic() + 20
    while "stop_uploads" in {button.key for button in app.button}:
        assert time.monotonic() < deadline
        time.sleep(0.05)
        settled(app)
    return app


def uploaded_key(app: AppTest) -> str:
    (key,) = app.session_state["_uploads_table_rows"]
    return str(key)


def test_dropped_files_stand_above_the_list_with_those_that_are_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear")), ("bad.json", b"{"))
    assert "**Uploaded, in this session only:** 1 run · 1 unreadable" in words(app)
    assert [list(one.value.get("run id", [])) for one in app.dataframe] == [["pear"], [], ["apple"]]
    assert app.dataframe[1].value["file"][0].endswith("/bad.json")


def test_an_uploaded_run_opens_and_its_link_says_that_it_ends_with_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear")))
    app.query_params["run"] = uploaded_key(app)
    settled(app.switch_page("pages/run.py"))
    assert "An upload: it and its links live in this session only." in words(app)
    assert app.query_params["upload"] == "this-session-only"
    assert "cannot be shown" not in words(app)


def test_a_run_of_the_paths_is_no_upload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = drop(app_on(tmp_path, monkeypatch), ("apple.json", run_text("pear")))
    app.query_params["run"] = app.session_state["_runs_table_rows"][0]
    app.query_params["upload"] = "this-session-only"
    settled(app.switch_page("pages/run.py"))
    assert "An upload" not in words(app)
    assert "upload" not in app.query_params


def test_no_other_session_sees_or_opens_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = uploaded_key(drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear"))))
    other = app_on(tmp_path, monkeypatch, find="pear")
    assert "No run holds this identifier" in words(other)
    other.query_params.clear()
    other.query_params["run"] = key
    other.query_params["upload"] = "this-session-only"
    settled(other.switch_page("pages/run.py"))
    assert "names an upload, which ended with its session" in words(other)
    other.query_params.clear()
    settled(other.switch_page("pages/runs.py"))
    assert [list(one.value["run id"]) for one in other.dataframe] == [["apple"]]


def test_uploads_can_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear")))
    folder = app.session_state["_uploads"].folder
    app.button(key="uploads_remove").click()
    settled(app)
    assert not folder.exists()
    assert "Uploaded" not in words(app)


def test_uploads_stay_while_another_page_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear")))
    settled(app.switch_page("pages/formats.py"))
    settled(app.switch_page("pages/runs.py"))
    assert "1 run · 0 unreadable" in words(app)


def test_they_are_gone_a_while_after_the_session_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.ui.uploads.SECONDS_KEPT", 0.0)
    app = drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear")))
    folder = app.session_state["_uploads"].folder
    clear_session_cache("test session id")  # what Streamlit does when the browser disconnects
    deadline = time.monotonic() + 20
    while folder.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    settled(app)
    assert "Uploaded" not in words(app)


def test_more_than_a_session_may_keep_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.ui.uploads.MOST_BYTES", 10)
    app = drop(app_on(tmp_path, monkeypatch), ("pear.json", run_text("pear")))
    assert "Nothing was uploaded: the upload: holds" in words(app)
    assert "in this session only:" not in words(app)


def test_an_upload_that_several_formats_claim_can_be_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = {"startTime": "2026-01-01T00:00:00Z", "endTime": "2026-01-01T00:00:01Z"}
    generation = {"id": "g", "traceId": "t", "type": "GENERATION", "input": "hi", "output": "x", **times}
    run = {"id": "t", "trace_id": "t", "run_type": "llm", "inputs": {}, "outputs": {"output": "x"}}
    text = json.dumps({"observations": [generation], "runs": [run]}).encode()
    app = drop(app_on(tmp_path, monkeypatch), ("two.json", text))
    assert "in this session only:** 0 runs · 1 unreadable" in words(app)
    app.button(key="read_as_0_langfuse").click()
    drop(app)
    assert "in this session only:** 1 run · 0 unreadable" in words(app)
