"""The pages of a view: opened where the chosen message is."""

import json
from pathlib import Path

import pytest
from opened import words
from run_page_steps import page_of


def _long(folder: Path, count: int) -> Path:
    path = folder / "long.json"
    messages = [{"role": "assistant" if number % 2 else "user", "content": f"m {number}"} for number in range(count)]
    path.write_text(json.dumps({"id": "long", "messages": messages}))
    return path


@pytest.mark.parametrize(("view", "first"), [("Reading view", 50), ("Retelling", 50)])
def test_the_first_page_shown_is_that_of_the_chosen_message(
    view: str, first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = words(page_of(monkeypatch, _long(tmp_path, 60), view=view, msg="57"))
    assert f"Messages [{first}–59] of 60." in said


def test_one_page_of_messages_has_no_pages_to_choose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, _long(tmp_path, 4), view="Retelling")
    assert "Messages [0–3] of 4." in words(app)
    assert not app.get("pagination")
