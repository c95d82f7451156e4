"""Run content is never behind an address of the server: Streamlit's `/media/…` answers whoever has the address."""

import ast
from pathlib import Path

import pytest
from test_drawing import FILES

BY_ADDRESS = {
    *("download_button", "image", "audio", "video", "pdf", "logo", "pyplot", "chat_message"),
    *("add_file", "media_file_mgr"),
}
"""What Streamlit keeps in its store of files, or hands an address out for. Downloads go through `viewer/ui/blob.py`."""


def breaches(source: str) -> list[str]:
    """The lines that would put something behind an address."""
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in BY_ADDRESS
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_of_the_app_hands_out_an_address(path: Path) -> None:
    assert breaches(path.read_text(encoding="utf-8")) == []


def test_a_breach_is_seen() -> None:
    assert breaches("import streamlit as st\nst.download_button('x', data)\nst.sidebar.image(picture)") == [
        "line 2: st.download_button",
        "line 3: st.sidebar.image",
    ]
