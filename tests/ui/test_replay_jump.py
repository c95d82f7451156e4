"""From a tool_result of the Run page to the Replay page."""

import pytest
from conftest import SAMPLES
from opened import opened, words

from viewer import load
from viewer.model.hashes import run_key
from viewer.ui.replay_jump import _ASKED


def test_the_button_of_a_result_opens_the_replay_page(monkeypatch: pytest.MonkeyPatch) -> None:
    (run,) = load.runs(next(load.sources([SAMPLES / "refund/refund.json"])))
    app = opened(monkeypatch, SAMPLES / "refund/refund.json").switch_page("pages/run.py")
    app.query_params["run"], app.query_params["msg"] = run_key(run), "4"
    app.session_state[_ASKED] = [run_key(run), 4, 0]
    app.run()
    assert not app.exception
    assert "What replaces it" in words(app)
    assert app.query_params["at"] == "4.0"
