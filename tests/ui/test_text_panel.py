"""A text beside the ledger's detail: masked, opened in parts, its buttons checked."""

from typing import Any

import pytest
import streamlit as st

from viewer.ui import blob, text_panel
from viewer.ui.components import kit

SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwx"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    payloads: list[Any] = []
    monkeypatch.setattr(kit, "draw", lambda kind, data, *, key, **on_changes: payloads.append(data))
    monkeypatch.setattr(st, "session_state", {})
    return payloads


def _press(name: str, value: Any) -> None:
    st.session_state["t"] = {"act": {"name": name, "value": value}}
    text_panel._act("t")


def _draw(text: str, of: str = "one") -> None:
    text_panel.draw("t", text, of=of, name="t.json", json=True)


def test_a_credential_is_masked_until_it_is_revealed(drawn: list[Any]) -> None:
    _draw(f'{{"key": "{SECRET}"}}')
    (body,) = drawn[-1]["bodies"]
    assert SECRET not in body["text"]
    _press("reveal", body["masked"][0]["id"])
    _draw(f'{{"key": "{SECRET}"}}')
    assert SECRET in drawn[-1]["bodies"][0]["text"]


def test_all_of_a_long_text_is_shown_when_asked_for_and_another_text_starts_closed(drawn: list[Any]) -> None:
    long = "x" * 10_000
    _draw(long)
    assert drawn[-1]["bodies"][0]["to"] == 4_000
    _press("all", {"body": "t", "part": 0})
    _draw(long)
    assert drawn[-1]["bodies"][0]["to"] == 10_000
    _draw(long, of="two")
    assert drawn[-1]["bodies"][0]["to"] == 4_000


def test_a_download_is_asked_for_and_foreign_words_from_the_browser_are_ignored(drawn: list[Any]) -> None:
    _draw("x")
    _press("download", "t")
    assert st.session_state["_blobt"]["part"] == 0
    for name, value in (("all", "x"), ("reveal", 5), ("rm", "-rf"), (None, None)):
        _press(name, value)  # type: ignore[arg-type]  # what a browser might send
    assert blob.PART > 0
