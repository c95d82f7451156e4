"""Two paths side by side."""

import pytest
from scripted import run_of, step, use

from viewer.analysis.drift import drift, path_alignment
from viewer.analysis.run_path import run_path
from viewer.ui import baselines_rows
from viewer.ui.baselines_rows import asked_rows, drift_rows, payload

BEFORE = run_path(run_of(step(use("look", order=7)), step(use("pay", amount=8900)), step(), models=["a"]))
LATER = step(use("pay", amount=890)), step(stop="max_tokens")
AFTER = run_path(run_of(step(use("look", order=7)), step(use("ask")), *LATER, models=["b"]))


def test_every_step_stands_in_full_with_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baselines_rows, "parameters", dict)
    made = payload(path_alignment(BEFORE, AFTER), BEFORE, AFTER, before_key=None, after_key="k")
    assert [row["change"] for row in made["rows"]] == ["same", "added", "arguments", "same"]
    assert [row["parting"] for row in made["rows"]] == [False, True, False, False]
    assert "pay.amount" in str(made["rows"][2]["differences"])
    assert "8900" in str(made["rows"][2]["differences"])
    assert "other stop reason" in str(made["rows"][3]["mark"])
    assert "run?run=k&msg=1" in str(made["rows"][0]["right"])
    assert "page" not in str(made["rows"][0]["left"]), "the accepted run is not here"


def test_every_measure_has_its_counts_and_nothing_is_worse() -> None:
    found = drift(BEFORE, AFTER)
    told = str(drift_rows(found))
    assert "changed by 0.33" in told
    assert "2 → 3" in told
    assert "worse" not in told
    assert "model: a before, b now" in str(asked_rows(found))
