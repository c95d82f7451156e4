from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from viewer.ui.filter_line import read


def page() -> None:
    import streamlit as st

    from viewer.ui import filter_line

    found = filter_line.draw()
    st.session_state["found"] = (found.line, found.tree is None, found.is_as_typed)


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AppTest:
    monkeypatch.setenv("TRAJECTORY_VIEWER_CONFIG", str(tmp_path))
    return AppTest.from_function(page)


def test_an_empty_line_lets_every_run_pass(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert app.session_state["found"] == ("", True, True)


def test_the_line_of_the_url_is_read(app: AppTest) -> None:
    app.query_params["filter"] = "steps > 3"
    app.run()
    assert app.text_input(key="filter").value == "steps > 3"
    assert app.session_state["found"] == ("steps > 3", False, True)


def test_an_error_points_at_the_character_and_the_line_before_holds_on(app: AppTest) -> None:
    app.run()
    app.text_input(key="filter").set_value("steps > 3").run()
    app.text_input(key="filter").set_value("steps > x").run()
    assert app.code[0].value.splitlines() == ["steps > x", "        ^"]
    assert app.text[0].value == "a number was expected, like 12 or 5_000"
    assert app.session_state["found"] == ("steps > 3", False, False)


def test_a_filter_is_saved_under_a_name(app: AppTest, tmp_path: Path) -> None:
    app.run()
    app.text_input(key="filter").set_value("steps > 3").run()
    app.session_state["filter_saved"] = True
    app.run()
    app.text_input(key="filter_save_name").set_value("long").run()
    app.button(key="filter_save").click().run()
    assert not app.exception
    assert '"long": "steps > 3"' in (tmp_path / "filters.json").read_text()


def test_a_line_of_a_link_that_cannot_be_read_lets_all_pass() -> None:
    assert not read("steps >").is_as_typed
