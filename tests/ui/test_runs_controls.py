import pytest
from conftest import SAMPLES
from opened import opened

from viewer.ui.runs_controls import KEYS


def test_every_choice_of_the_url_is_a_control(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund", filter="steps > 1 and ending = success", sort="label")
    assert app.text_input(key="filter").value == "steps > 1 and ending = success"
    assert app.selectbox(key="sort").value == "label"
    assert set(KEYS) == {"filter", "sort"}
