import pytest
from conftest import SAMPLES
from opened import opened, settled, words


def test_the_run_page_without_a_run_says_where_to_find_one(monkeypatch: pytest.MonkeyPatch) -> None:
    app = settled(opened(monkeypatch, SAMPLES / "refund").switch_page("pages/run.py"))
    assert "No run is chosen" in words(app)


def test_an_error_is_drawn_as_text_with_a_button_that_reads_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund")
    app.query_params["run"] = "**bold**"
    app = settled(app.switch_page("pages/run.py"))
    assert any("names no run" in text.value for text in app.text)
    assert app.button(key="reload")
