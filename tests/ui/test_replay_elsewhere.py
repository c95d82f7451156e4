"""A pasted link or key names another run."""

import pytest

from viewer.ui.replay_elsewhere import key_in

KEY = "0123456789abcdef"


@pytest.mark.parametrize("given", [KEY, f" {KEY} ", f"http://localhost:8501/run?run={KEY}&msg=3", f"run?run={KEY}"])
def test_a_key_or_a_link_names_a_run(given: str) -> None:
    assert key_in(given) == KEY


@pytest.mark.parametrize("given", ["", "refund.json", "../../etc", f"{KEY}0", "http://[", "run?run=x"])
def test_anything_else_names_none(given: str) -> None:
    assert key_in(given) is None
