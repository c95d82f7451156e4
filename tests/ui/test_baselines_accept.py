"""A path is accepted by hand, seen, with a reason, and never over another's head."""

from pathlib import Path

import pytest
from case_runs import accept_first, page, read_run, write_runs
from opened import words
from streamlit.testing.v1 import AppTest

from viewer.analysis.run_path import run_path
from viewer.model.hashes import run_key


def opened_run(patch: pytest.MonkeyPatch, folder: Path, name: str, case: str) -> AppTest:
    return page(patch, folder, "baselines", case=case, run=run_key(read_run(folder, name)))


def accept(app: AppTest, reason: str) -> AppTest:
    app.text_area(key="baselines_reason").set_value(reason)
    app.text_input(key="baselines_who").set_value("max")
    return app.button(key="baselines_accept_go").click().run()


def test_a_path_needs_a_reason_and_then_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = accept_first(write_runs(tmp_path), "refund")
    app = opened_run(monkeypatch, tmp_path, "set-1/refund.json", "refund")
    app = accept(app, " ")
    assert "type a reason" in words(app)
    app = accept(app, "still right")
    assert not app.exception, app.exception
    current = store.history("refund").current
    assert current is not None
    assert (current.reason, current.accepted_by, len(store.history("refund").entries)) == ("still right", "max", 2)
    assert "run" not in app.query_params


def test_broken_invariants_refuse_it_unless_overridden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = accept_first(write_runs(tmp_path), "refund")
    app = opened_run(monkeypatch, tmp_path, "set-2/refund.json", "refund")
    app = accept(app, "a longer path")
    assert "Not accepted: the run breaks" in words(app)
    app.checkbox(key="baselines_override").set_value(True)
    accept(app, "the double read is meant")
    current = store.history("refund").current
    assert current is not None
    assert any(sentence.startswith("too_many_calls") for sentence in current.violations)


def test_what_someone_else_accepted_meanwhile_has_to_be_seen_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = accept_first(write_runs(tmp_path), "refund")
    app = opened_run(monkeypatch, tmp_path, "set-1/refund.json", "refund")
    seen = store.history("refund").current
    assert seen is not None
    path = run_path(read_run(tmp_path, "set-2/refund.json"))
    store.accept("refund", path, reason="mine", accepted_by="ana", expected=seen.hash, run_key=None, run_hash=None)
    app.run()
    assert "Another path was accepted while you looked" in words(app)
    app.button(key="baselines_look").click().run()
    assert "Another path was accepted" not in words(app)


def test_a_run_of_another_case_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept_first(write_runs(tmp_path), "refund")
    assert "names another case" in words(opened_run(monkeypatch, tmp_path, "set-1/refund.json", "hours"))
