"""Other quantities than steps."""

import pytest
from conftest import SAMPLES
from opened import opened, words

from viewer.index.quantity import QuantityBar, QuantityHistogram
from viewer.ui.steps_quantity import figure, said, table

MADE = QuantityHistogram(7, 2, 3, 5.0, (QuantityBar(0.0, 4, 1), QuantityBar(10.0, 1, 1)), (3.0, 9.0, 9.0, 11.0), 12.0)


def test_the_sentence_counts_what_is_cut_and_what_is_missing() -> None:
    assert said(MADE).startswith(
        "n = 7 runs, 5 a bar, most 12; 2 cut or open, so that theirs are lower bounds; 3 do not record it."
    )


def test_bars_and_table_hold_the_same_runs() -> None:
    assert sum(sum(one.y) for one in figure(MADE, "messages").data) == 7
    assert table(MADE)[["ended", "cut or open"]].to_numpy().sum() == 7


def test_messages_are_counted_and_what_no_run_records_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "distribution")
    app.query_params["quantity"] = "messages"
    app.switch_page("pages/steps.py").run()
    assert "n = 60 runs" in words(app)
    app.selectbox(key="quantity").set_value("cost").run()
    assert "None of these runs records it" in words(app)
