"""The Compare page: two runs, their request fields, then their steps aligned with the first difference in view."""

from typing import Any

import streamlit as st

from viewer.analysis.compare import Comparison, compare
from viewer.model.run import Run
from viewer.ui import compare_choice, compare_fields
from viewer.ui.compare_lines import sentence_rows, side_rows, total_rows
from viewer.ui.compare_rows import PAGE, page_of, payload, shown_rows
from viewer.ui.components import kit
from viewer.ui.detail_blocks import encoded

_LINES, _TABLE = "compare_lines", "compare_rows"


def draw() -> None:
    """Both runs, or the list to choose the one that is missing from."""
    kit.draw_kit()
    runs = compare_choice.chosen()
    if runs is None:
        return
    left, right = runs
    rows = [*side_rows("left", left), *side_rows("right", right), *total_rows(left, right)]
    kit.draw("lines", {"rows": rows}, key=_LINES, on_act_change=_act)
    if compare_choice.draw_change():
        return
    found = _comparison(_name(left), _name(right), left, right)
    kit.draw("lines", {"rows": sentence_rows(found)}, key="compare_sentence")
    compare_fields.draw(found)
    _draw_rows(left, right, found)


def _name(run: Run) -> tuple[str, str, str]:
    return run.source.uri, run.source.version, run.run_id


@st.cache_resource(show_spinner="Aligning the steps", max_entries=4)
def _comparison(left: tuple[str, str, str], right: tuple[str, str, str], _left: Run, _right: Run) -> Comparison:
    return compare(_left, _right)


@st.fragment
def _draw_rows(left: Run, right: Run, found: Comparison) -> None:
    """The aligned steps, a page at a time; the page of the first difference first."""
    if not found.rows:
        st.markdown("**Neither run has a step.** No request is stored in them.")
        return
    only = st.toggle("Only what differs", key="compare_only")
    rows = shown_rows(found, only_different=only)
    if not rows:
        st.markdown("**Every step is the same**: the same calls with the same arguments.")
        return
    pages = -(-len(rows) // PAGE)
    page = 1
    if pages > 1:
        page = st.pagination(pages, default=page_of(found, rows), key=f"compare_page_{only}")
    first = (page - 1) * PAGE
    here = rows[first : first + PAGE]
    st.markdown(f"Rows {first + 1:,} to {first + len(here):,} of {len(rows):,}; a position opens its run.")
    kit.draw("aligned", encoded(payload(left, right, found, here)), key=_TABLE)


def _act() -> None:
    """A button of the head; what it sends comes from the browser, so it is checked."""
    asked: dict[str, Any] = (st.session_state.get(_LINES) or {}).get("act") or {}
    match asked.get("name"), asked.get("value"):
        case "change", "left" | "right" as side:
            compare_choice.ask_change(side)
        case "swap", _:
            compare_choice.swap()
        case _:
            pass
