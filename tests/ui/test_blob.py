"""Downloads in parts, from Python's side; the browser's side is tested in tests/e2e."""

import base64
from typing import Any

import pytest
import streamlit as st

from viewer.ui import blob
from viewer.ui.components import kit


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What travels to the browser."""
    payloads: list[dict[str, Any]] = []
    monkeypatch.setattr(kit, "draw", lambda kind, data, *, key, **on_changes: payloads.append(data))
    monkeypatch.setattr(st, "session_state", {})
    return payloads


def test_nothing_travels_before_it_is_asked_for(sent: list[dict[str, Any]]) -> None:
    blob.draw("x", "x.json", lambda: b"never made")
    assert sent == []


def test_a_large_download_travels_in_parts_and_is_made_once(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blob, "PART", 4)
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"0123456789"

    blob.ask("x")
    for part in (1, 2, None):
        blob.draw("x", "x.json", make)
        st.session_state["blob_x"] = {"next": {"id": sent[-1]["id"], "part": part}}
        blob._next("x")
    blob.draw("x", "x.json", make)
    assert b"".join(base64.b64decode(one["bytes"]) for one in sent) == b"0123456789"
    assert [(one["part"], one["of"], one["name"]) for one in sent] == [(number, 3, "x.json") for number in range(3)]
    assert made == [1]


def test_a_part_of_another_download_changes_nothing(sent: list[dict[str, Any]]) -> None:
    blob.ask("x")
    before = dict(st.session_state["_blobx"])
    st.session_state["blob_x"] = {"next": {"id": "another", "part": 7}}
    blob._next("x")
    assert st.session_state["_blobx"] == before
