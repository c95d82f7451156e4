"""The filter line as a widget: kept in the URL, with the fields at hand, saved filters, and errors that point."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from viewer.errors import RunFileError
from viewer.index.filter_line.edited import narrowed
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.fields import FIELDS
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.saved import remove_filter, save_filter, saved_filters
from viewer.index.filter_line.tokens import MOST_CHARACTERS
from viewer.index.filter_line.tree import Node
from viewer.plain import cell, visible
from viewer.ui import access

KEY = "filter"
"""Key of the widget and name in the URL."""
_TROUBLE = "_filter_saved_trouble"


@dataclass(frozen=True)
class FilterLine:
    """A line that can be read, and its tree; None: every run passes."""

    line: str
    tree: Node | None
    is_as_typed: bool = True
    """False: what was typed last cannot be read, so this is the line before."""


def draw(key: str = KEY) -> FilterLine:
    """The line with its buttons; below it, an error points at the character.

    Args:
        key: of the widget, and its name in the URL.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key=f"{key}_line"):
        typed = st.text_input(
            "Filter",
            key=key,
            type="search",
            live="300ms",
            placeholder='words, an id, or steps > 12 and tool = "issue_refund"',
            help="Words that stand in a run's label, task, model, ids, attributes, exit or file name, and conditions "
            "joined by and, or, not and parentheses. Fields shows what there is.",
            max_chars=MOST_CHARACTERS,
            width="stretch",
            bind="query-params",
        )
        with st.popover("Fields", key=f"{key}_fields", on_change="rerun") as fields:
            if fields.open:
                _draw_fields(key)
        with st.popover("Saved", key=f"{key}_saved", on_change="rerun") as saved:
            if saved.open:
                _draw_saved(key)
    return _read(key, typed or "")


def read(line: str) -> FilterLine:
    """A line of a URL; one that cannot be read lets every run pass."""
    try:
        return FilterLine(line, parse(line))
    except FilterError:
        return FilterLine("", None, False)


def set_line(line: str, key: str = KEY) -> None:
    """Put another line in its place; for a callback, or before the widget is drawn."""
    st.session_state[key] = line


def _read(key: str, typed: str) -> FilterLine:
    try:
        found = FilterLine(typed, parse(typed))
    except FilterError as error:
        place = error.pointed()[: -len(error.reason) - 1]
        st.code(visible(place), language=None, wrap_lines=False)
        st.text(visible(error.reason))
        last: str = st.session_state.get(f"_{key}_last", "")
        st.markdown("Until it can be read, the runs of the line before are shown" + (":" if last else ": all."))
        if last:
            st.code(visible(last), language=None)
        before = read(last)
        return FilterLine(before.line, before.tree, False)
    st.session_state[f"_{key}_last"] = typed
    return found


def _draw_fields(key: str) -> None:
    st.markdown("Tick a row to add its example to the line.")
    table = f"{key}_field_table"
    st.dataframe(
        pd.DataFrame({
            "field": [one.name for one in FIELDS],
            "meaning": [one.meaning for one in FIELDS],
            "example": [one.example for one in FIELDS],
        }),
        key=table,
        hide_index=True,
        height=420,
        width=720,
        on_select=lambda: _add_example(key, table),
        selection_mode="single-row",
        lazy=False,
        alt="Fields of the filter line",
    )  # fmt: skip
    st.markdown(
        "`=` `!=` `<` `<=` `>` `>=` compare, `~` looks inside a text, `in [a, b]` takes any of several, "
        "`none` means not recorded. Conditions on the arguments of one tool that stand side by side speak of one "
        "call, as do all conditions on calls inside parentheses of their own."
    )


def _add_example(key: str, table: str) -> None:
    for row in st.session_state[table]["selection"]["rows"]:
        example = parse(FIELDS[row].example)
        if example is None:
            continue
        try:
            set_line(narrowed(st.session_state.get(key) or "", example), key)
        except FilterError:
            set_line(f"{st.session_state.get(key)} and {FIELDS[row].example}", key)


def _draw_saved(key: str) -> None:
    try:
        saved = saved_filters(access.own_folder())
    except RunFileError as error:
        st.text(visible(str(error)))
        return
    if saved:
        st.markdown("Tick a row to use it.")
        table = f"{key}_saved_table"
        names = list(saved)
        st.dataframe(
            pd.DataFrame({"name": [cell(name) for name in names], "filter": [cell(line) for line in saved.values()]}),
            key=table,
            hide_index=True,
            width=560,
            on_select=lambda: _use_saved(key, table, names, saved),
            selection_mode="single-row",
            lazy=False,
            alt="Saved filters",
        )
    name = st.text_input("Name", key=f"{key}_save_name", max_chars=80, placeholder="long refunds")
    with st.container(horizontal=True):
        st.button("Save this filter", key=f"{key}_save", on_click=_save, args=(key, name), disabled=not name)
        st.button("Remove", key=f"{key}_remove", on_click=_remove, args=(name,), disabled=name not in saved)
    if reason := st.session_state.pop(_TROUBLE, None):
        st.text(visible(reason))


def _use_saved(key: str, table: str, names: list[str], saved: dict[str, str]) -> None:
    for row in st.session_state[table]["selection"]["rows"]:
        if row < len(names):
            set_line(saved[names[row]], key)


def _save(key: str, name: str) -> None:
    try:
        save_filter(name, st.session_state.get(key) or "", access.own_folder())
    except RunFileError as error:
        st.session_state[_TROUBLE] = str(error)


def _remove(name: str) -> None:
    try:
        remove_filter(name, access.own_folder())
    except RunFileError as error:
        st.session_state[_TROUBLE] = str(error)
