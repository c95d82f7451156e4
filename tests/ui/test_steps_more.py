"""The sections below the chart."""

import pytest
from conftest import SAMPLES
from opened import opened, words


def test_every_section_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "distribution")
    app.query_params["by"], app.query_params["cap"] = "label", "3"
    app.switch_page("pages/steps.py").run()
    sections = ("caps", "beyond", "later", "ended", "tasks", "money", "groups_table")
    for name in sections:
        app.session_state[f"steps_{name}"] = True
    app.run()
    assert not app.exception, app.exception
    said = words(app)
    assert "3 groups; tick two of them" in said
    assert "go beyond a cap of" in said
    assert "tasks with several trials" in said
    frames = {next(iter(one.value.columns)) for one in app.dataframe}
    assert {"group", "cap", "still going after", "task", "k"} <= frames
