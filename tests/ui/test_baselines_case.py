"""One case: its history, and an earlier path taken again."""

from pathlib import Path

import pytest
from case_runs import accept_first, page, read_run, write_runs
from opened import words

from viewer.analysis.run_path import run_path


def test_an_earlier_path_is_taken_again_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = accept_first(write_runs(tmp_path), "refund")
    first = store.history("refund").current
    assert first is not None
    path = run_path(read_run(tmp_path, "set-2/refund.json"))
    store.accept("refund", path, reason="new", accepted_by="ana", expected=first.hash, run_key=None, run_hash=None)
    app = page(monkeypatch, tmp_path, "baselines", case="refund")
    assert list(app.dataframe[0].value["entry"]) == [2, 1]
    app.text_input(key="baselines_revert_reason").set_value("the switch is off")
    app.text_input(key="baselines_revert_who").set_value("eva")
    app.button(key="baselines_revert_go").click().run()
    history = store.history("refund")
    assert history.current is not None
    assert (history.current.action, history.current.path) == ("revert", first.path)
    assert "Entry 1 counts again" in words(app)


def test_a_case_that_nobody_knows_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_runs(tmp_path)
    assert "No run and no accepted path" in words(page(monkeypatch, tmp_path, "baselines", case="<img src=x>"))
