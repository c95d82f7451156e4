from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import opened

from viewer.ui.runs_controls import KEYS
from viewer.ui.runs_filter import FORMAT_NAMES


def test_every_choice_of_the_url_is_a_control(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund", text="refund", format=FORMAT_NAMES[0], ending="success", sort="label")
    assert app.text_input(key="text").value == "refund"
    assert app.multiselect(key="format").value == [FORMAT_NAMES[0]]
    assert app.multiselect(key="ending").value == ["success"]
    assert app.multiselect(key="outcome").value == []
    assert app.selectbox(key="sort").value == "label"
    assert set(KEYS) == {"text", "format", "outcome", "ending", "sort"}


def test_options_are_words_of_our_own_and_never_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES)
    assert tuple(app.multiselect(key="format").options) == FORMAT_NAMES
