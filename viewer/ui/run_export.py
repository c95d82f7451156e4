"""The run in another form: what that form cannot hold is listed before the file is saved."""

from collections.abc import Callable

import streamlit as st

from viewer.counted import counted
from viewer.export.exported import Exported
from viewer.export.targets import TARGETS, Target, target
from viewer.plain import visible
from viewer.ui import access, blob
from viewer.ui.components import kit
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import quiet, shown, strong

_OPEN, _DOWNLOAD = "export_open", "export_download"
LOSSES = 100
"""Losses listed; the rest is counted."""
_TITLES = {one.name: one.title for one in TARGETS}
_FOR_PEOPLE = ("markdown", "html", "csv")
"""Forms in which credentials are masked; the others hold every value exactly."""


def draw_button() -> None:
    """Opens and closes the panel."""
    is_open = st.session_state.get(_OPEN, False)
    st.button("close export" if is_open else "export…", key="export_toggle", on_click=_toggle)


def _toggle() -> None:
    st.session_state[_OPEN] = not st.session_state.get(_OPEN, False)


def draw(facts: RunFacts) -> None:
    """The panel, where it is open."""
    if st.session_state.get(_OPEN, False):
        _draw(facts)


@st.fragment
def _draw(facts: RunFacts) -> None:
    with st.container(key="run_export", border=True):
        name = st.selectbox("Write the run as", forms(), format_func=_TITLES.__getitem__, key="export_target")
        made = _exported(facts.key, facts.run.source.version, name, facts)
        kit.draw("lines", {"rows": loss_rows(target(name), made)}, key="export_losses")
        st.button("Save the file", key="export_save", on_click=blob.ask, args=(_DOWNLOAD,))
        blob.draw(_DOWNLOAD, f"run-{facts.key}{made.suffix}", lambda: made.text)


def forms() -> list[str]:
    """The forms to choose from: those that hold every value exactly are for reviewers, who may see masked ones."""
    return [one.name for one in TARGETS if one.name in _FOR_PEOPLE or access.may("reviewer")]


@st.cache_resource(show_spinner="Writing the run", max_entries=2)
def _exported(key: str, version: str, name: str, _facts: RunFacts) -> Exported:
    write = target(name).write
    return write(_facts.run, shown_for(name))


def shown_for(name: str) -> Callable[[str], str]:
    """How text is shown in a form: masked and escaped for people."""
    return shown if name in _FOR_PEOPLE else visible


def loss_rows(chosen: Target, made: Exported) -> list[Row]:
    """The size, whether values are masked, and everything that the form cannot hold."""
    masks = "credential-looking values masked" if chosen.name in _FOR_PEOPLE else "every value exact, also credentials"
    rows: list[Row] = [("holds", [f"{len(made.text):,} bytes", quiet(f" · {masks}")])]
    if not made.losses:
        return [*rows, ("cannot hold", [quiet("nothing is lost")])]
    rows.append(("cannot hold", [strong(counted(len(made.losses), "thing")), quiet(" of this run:")]))
    for loss in made.losses[:LOSSES]:
        rows.append((shown(loss.position or "the run"), [shown(loss.text)]))
    if len(made.losses) > LOSSES:
        rows.append(("", [quiet(f"and {len(made.losses) - LOSSES:,} more")]))
    return rows
