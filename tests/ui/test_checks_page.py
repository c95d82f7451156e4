"""The Checks page, as it is drawn."""

from pathlib import Path

import pytest
from case_runs import accept_first, page, write_runs
from conftest import SAMPLES
from opened import opened, words


def test_cases_stand_down_and_checks_across_the_largest_drift_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_first(write_runs(tmp_path), "refund", "hours")
    app = page(monkeypatch, tmp_path, "checks")
    table = app.dataframe[0].value
    assert list(table["case"]) == ["hours", "refund"]
    assert list(table["drift"].round(2)) == [1.0, 0.33]
    assert list(table["calls"]) == ["0 → 1", "2 → 3"]
    assert list(table["too_many_calls"]) == ["pass", "violation in 1 of 2 runs [5].0"]
    assert list(table["unexpected_tool"]) == ["violation in 1 of 2 runs [1].0", "not evaluated"]
    assert "case never has no run" in words(app)
    assert "showing **2** of **2** rows · 4 runs, **2** with violations" in words(app)


def test_filters_leave_the_rows_and_checks_that_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runs(tmp_path)
    app = page(monkeypatch, tmp_path, "checks", checks_words="hour", checks_codes="too_many_calls")
    table = app.dataframe[0].value
    assert list(table["case"]) == ["hours"]
    assert list(table.columns) == ["case", "runs", "calls", "too_many_calls"]
    app.segmented_control(key="checks_rows").set_value("A row a run").run()
    assert list(app.dataframe[0].value["run"]) == ["hours-2", "hours-1"], "the broken one first"


def test_the_strict_reading_asks_the_seven_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runs(tmp_path)
    app = page(monkeypatch, tmp_path, "checks")
    app.toggle(key="checks_strict").set_value(True).run()
    app.run()
    assert set(app.dataframe[0].value["stopped_at_cap"]) == {""}


def test_a_policy_that_cannot_be_read_is_a_sentence_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_runs(tmp_path)
    (tmp_path / "policy.toml").write_text("[tools]\nwriting = []\n", encoding="utf-8")
    app = page(monkeypatch, tmp_path, "checks")
    assert "cannot be read" in words(app)
    assert "policy.toml:2" in words(app)


def test_without_a_policy_the_samples_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund")
    app.switch_page("pages/checks.py").run()
    app.run()
    assert not app.exception, app.exception
    assert "no policy" in words(app)
