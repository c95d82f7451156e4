import json
from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import words
from run_page_steps import page_of
from streamlit.testing.v1 import AppTest

from viewer.ui.run_page import VIEWS

REFUND = SAMPLES / "refund" / "refund.json"
MOST_ELEMENTS = 40
"""Elements of the ledger's view, however long the run is."""


def elements(app: AppTest) -> int:
    def count(block: object) -> int:
        children = getattr(block, "children", {})
        return sum(count(child) for child in children.values()) or 1

    return count(app.main)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_a_run_opens(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, REFUND, view=view)
    assert app.segmented_control(key="view").value == view


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_a_hostile_run_opens(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page_of(monkeypatch, SAMPLES / "hostile" / "hostile.json", view=view)


@pytest.mark.parametrize("view", VIEWS)
def test_a_run_without_messages_says_so_on_every_view(
    view: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "empty.json"
    path.write_text(json.dumps({"format": "trajectory-viewer", "version": 1, "run_id": "empty", "messages": []}))
    app = page_of(monkeypatch, path, view=view)
    assert view not in ("Ledger", "Reading view", "Tokens") or "**No " in words(app)


def test_a_long_run_makes_no_more_elements_than_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.json"
    messages = [{"role": "assistant" if number % 2 else "user", "content": f"m {number}"} for number in range(2_000)]
    path.write_text(json.dumps({"id": "long", "messages": messages}))
    assert elements(page_of(monkeypatch, path, msg="1999")) < MOST_ELEMENTS


def test_an_address_of_a_message_that_is_not_there_says_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, REFUND, msg="8")
    assert [warning.value for warning in app.warning] == [
        "The address names a message that is not in this run: it has messages 0 to 7."
    ]


@pytest.mark.parametrize("wrong", ["-1", "x", "3; drop", "٣", "9" * 30])
def test_no_address_breaks_the_page(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, REFUND, msg=wrong, branch=wrong)
    assert len(app.warning) == 1
    page_of(monkeypatch, REFUND, record=wrong)


def test_an_unknown_view_in_the_address_is_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    assert page_of(monkeypatch, REFUND, view="foo").segmented_control(key="view").value == "Ledger"
