"""The Steps page, as it is drawn."""

import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES
from opened import opened, words
from streamlit.testing.v1 import AppTest

from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CappedRun
from viewer.ui.filter_line import FilterLine
from viewer.ui.steps_choices import StepChoices
from viewer.ui.steps_page import cap_shown


def steps(patch: pytest.MonkeyPatch, *paths: Path, **query: str) -> AppTest:
    app = opened(patch, *paths)
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("pages/steps.py").run()
    assert not app.exception, app.exception
    return app


def test_the_sample_distribution_says_its_n_its_quantiles_and_why_there_is_no_cap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution")
    assert "n = 60 runs" in words(app)
    assert "No cap is recommended" in words(app)
    assert list(app.dataframe[0].value["share ended"]) == ["50 %", "90 %", "95 %", "99 %"]
    assert any("assumes that all runs were stored" in one.value for one in app.markdown)


def test_the_filter_of_the_url_is_that_of_the_runs_page(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution")
    app.text_input(key="where").set_value("label = refund").run()
    assert "n = 20 runs" in words(app)


def test_a_filter_that_lets_nothing_through_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution")
    app.text_input(key="where").set_value("steps > 1000").run()
    assert "No run passes this filter" in words(app)


def test_the_line_is_the_cap_typed_else_the_recommended_else_the_95th_percentile() -> None:
    many = cap_table([CappedRun(str(n), str(n), "success", (4 if n else 9,)) for n in range(400)], "run", loss=0.02)
    few = cap_table([CappedRun(str(n), str(n), "success", (n + 1,)) for n in range(20)], "run")
    auto = StepChoices(FilterLine("", None), "steps", "run", None, 0.02, None, "worst case")
    typed = StepChoices(FilterLine("", None), "steps", "run", None, 0.02, 7, "worst case")
    assert (cap_shown(auto, many), cap_shown(auto, few), cap_shown(typed, many)) == (4, 19, 7)


def test_a_bar_that_was_clicked_opens_the_runs_page_with_its_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution")
    app.text_input(key="where").set_value("label = refund").run()
    app.session_state["_steps_open"] = "label = refund and steps = 4"
    app.run()
    assert not app.exception, app.exception
    assert app.text_input(key="filter").value == "label = refund and steps = 4"


def test_a_filter_of_the_runs_page_in_the_address_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", str(SAMPLES / "distribution")])
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).switch_page("pages/steps.py")
    app.query_params["filter"] = "label = refund"
    app.run()
    assert app.text_input(key="where").value == "label = refund"
    assert "filter" not in app.query_params
    assert app.query_params["where"] in ("label = refund", ["label = refund"]), "a copied address keeps the filter"


def test_the_big_chart_can_show_cumulative_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    app = steps(monkeypatch, SAMPLES / "distribution", ecdf="true")
    assert "the share lies between the two lines" in words(app)
    assert "A click on a bar" not in words(app)
    app.toggle(key="ecdf").set_value(False).run()
    assert "A click on a bar" in words(app)
