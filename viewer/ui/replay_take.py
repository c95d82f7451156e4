"""A bundle to take along: saved as a file, or its request copied as a command, as code, as JSON."""

from collections.abc import Callable
from typing import Any, Literal

import streamlit as st

from viewer.replay.built import Api
from viewer.replay.bundle import Bundle
from viewer.replay.copies import as_curl, as_json, as_python
from viewer.ui import blob, text_panel

Form = Literal["curl", "Python", "JSON"]
FORMS: tuple[Form, ...] = ("curl", "Python", "JSON")
INLINE = 60_000
"""Bytes of a request up to which it stands inside the command; a larger one is a file beside it."""
_BUNDLE, _REQUEST = "replay_bundle", "replay_request"
_FILE = "request.json"


def draw(bundle: Bundle, content: Callable[[], bytes], of: str) -> None:
    """The buttons, and what is copied.

    Args:
        bundle: all but its long lists is looked at.
        content: its file.
        of: what it is of, in our words and numbers.
    """
    with st.container(key="replay_take", horizontal=True, vertical_alignment="bottom"):
        st.button("Save the bundle", key="replay_save", type="primary", on_click=blob.ask, args=(_BUNDLE,))
        form = st.segmented_control("Copy the request as", FORMS, key="replay_form")
    blob.draw(_BUNDLE, f"bundle-{of}.json", content)
    if form is None:
        return
    request, api = bundle.request, bundle.api
    body = as_json(request)
    file = _FILE if len(body) > INLINE else None
    if form == "JSON" or file is not None:
        st.button(f"Save {_FILE}", key="replay_request_save", on_click=blob.ask, args=(_REQUEST,))
        blob.draw(_REQUEST, _FILE, lambda: body)
    if file is not None and form != "JSON":
        st.markdown(f"The request has {len(body):,} bytes, so it is a file: save `{_FILE}` beside the command.")
    text = copied(request, api, form, file)
    if form == "JSON":
        text_panel.draw("replay_json", text, of=f"{of} {api}", name=_FILE, json=True)
        return
    if bundle.credentials == "included":
        st.markdown("It holds values that look like credentials, as the run does.")
    st.code(text, language=None, height=260)


def copied(request: dict[str, Any], api: Api, form: Form, file: str | None) -> str:
    """The request in a form to copy."""
    if form == "curl":
        return as_curl(request, api, file)
    if form == "Python":
        return as_python(request, api, file)
    return as_json(request).decode()
