"""Mounts the components. Their code is one module, loaded once a page; each mounted one only names its kind."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal

import streamlit as st

Kind = Literal[
    "ledger",
    "lines",
    "detail",
    "signal",
    "hits",
    "download",
    "text",
    "sequence",
    "aligned",
    "notes",
    "complete",
    "tokens",
]
_FOLDER = Path(__file__).parent
_SCRIPTS = (
    "dom.js", "icons.js", "segments.js", "tree.js", "body.js", "detail.js",
    "ledger_rows.js", "ledger_bar.js", "ledger_strip.js", "ledger.js", "signals.js",
    "text_panel.js", "sequence.js", "aligned.js", "complete.js", "token_chart.js", "kit.js",
)  # fmt: skip
_SHEETS = ("base.css", "ledger.css", "detail.css", "sequence.css", "aligned.css", "complete.css", "token_chart.css")


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _kit_script() -> str:
    """All scripts as one module, with the style sheets in it. Several lines: one line would be taken for a path."""
    sheets = json.dumps([_text(name) for name in _SHEETS])
    return "\n".join([f"const SHEETS = {sheets};", *(_text(name) for name in _SCRIPTS)])


def draw_kit() -> None:
    """Load the code of all components; first on a page that uses any."""
    st.components.v2.component("viewer_kit", js=_kit_script(), css=_text("page.css"), isolate_styles=False)(
        key="viewer_kit"
    )


def draw(kind: Kind, data: Any, *, key: str, **on_changes: Any) -> Any:
    """Mount one component.

    Args:
        kind: which.
        data: bytes (JSON) or plain values; text in it is shown as text, whatever it holds.
        key: of the widget.
        on_changes: `on_NAME_change` for the states and triggers that it may send.
    """
    script = _text("mount.js").replace("KIND", kind)
    mount = st.components.v2.component(f"viewer_{kind}", js=script)
    return mount(key=key, data=data, **on_changes)
