"""Full text over the runs of a catalog: made when it is first asked for, shown as masked snippets."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import WeakKeyDictionary, finalize

import pandas as pd
import streamlit as st

from viewer.errors import RunFileError
from viewer.index.filter_line.sql import KeysOf
from viewer.index.filter_line.tree import Comparison, Node, TextField, nodes
from viewer.index.rows import RunRow
from viewer.index.text import TextHit
from viewer.index.text_build import TextBuild
from viewer.index.text_of_message import message_text, snippet
from viewer.plain import cell, one_line, visible
from viewer.ui import runs_table
from viewer.ui.catalog import Catalog
from viewer.ui.catalog_limited import LimitedCatalog

MOST_SNIPPETS = 20
SECONDS = 1.0
"""For reading the runs of the snippets: those of very big files are opened for theirs."""
_builds: WeakKeyDictionary[Catalog, TextBuild] = WeakKeyDictionary()
_lock = threading.Lock()


def keys_of(catalog: Catalog) -> KeysOf:
    """Answers `text ~ WORDS` from what is read so far; the first question starts the reading."""

    def keys(comparison: Comparison) -> Sequence[str]:
        return build_of(catalog).index.keys(str(comparison.value))

    return keys


def build_of(catalog: Catalog) -> TextBuild:
    """The full text of a catalog's sources as they are listed now.

    Who may read only some of them asks the words of all: queries find rows of what may be read alone.
    """
    if isinstance(catalog, LimitedCatalog):
        catalog = catalog.whole
    with _lock:
        build, sources = _builds.get(catalog), catalog.sources()
        if build is None or build.sources != sources:
            if build is not None:
                build.stop()
            build = _builds[catalog] = TextBuild(_folder(catalog), sources, catalog.read_as)
            finalize(catalog, build.stop)
        return build


def _folder(catalog: Catalog) -> Path:
    if catalog.index_folder is not None:
        return catalog.index_folder
    folder = TemporaryDirectory(prefix="trajectory-viewer-text-", ignore_cleanup_errors=True)
    finalize(catalog, folder.cleanup)
    return Path(folder.name)


def words_asked(tree: Node | None) -> str | None:
    """The words that a filter looks for in texts; None: it looks for none."""
    for node in nodes(tree) if tree is not None else ():
        if isinstance(node, Comparison) and isinstance(node.field, TextField):
            return str(node.value)
    return None


def draw_progress(catalog: Catalog) -> None:
    """While the full text is made: how far it is, and the button that stops it."""
    if build_of(catalog).progress().state == "building":
        _draw_building(catalog)


@st.fragment(run_every=0.5)
def _draw_building(catalog: Catalog) -> None:
    build = build_of(catalog)
    now = build.progress()
    if now.state != "building":
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="text_progress"):
        share = now.read / now.total if now.total else 0.0
        if isinstance(catalog, LimitedCatalog):
            st.progress(share, text="not all words can be found yet")
        else:
            st.progress(share, text=f"words of {now.read:,} of {now.total:,} sources can be found so far")
        st.button("Stop", key="stop_text", on_click=build.stop)


def draw_hits(catalog: Catalog, words: str, rows: Sequence[RunRow]) -> tuple[str, int] | None:
    """Where the words stand in the first runs of a page; the run's key and the message that was ticked."""
    found = build_of(catalog).index.hits(words, [row.key for row in rows[:MOST_SNIPPETS]])
    if not found:
        return None
    st.subheader("Where the words stand")
    by_key = {row.key: row for row in rows}
    shown = _snippets(catalog, words, [(hit, by_key[hit.key]) for hit in found])
    key = "text_hits"
    st.session_state["_text_hits_seen"] = [(hit.key, hit.message_index) for hit in found]
    st.dataframe(
        pd.DataFrame({
            "run": [cell(by_key[hit.key].label or by_key[hit.key].run_id) for hit in found],
            "message": [f"[{hit.message_index}]" for hit in found],
            "text": [cell(text, 400) for text in shown],
        }),
        key=key,
        hide_index=True,
        row_height=runs_table.ROW_HEIGHT,
        height=runs_table.height(len(found)),
        column_config={"run": st.column_config.TextColumn(width=160), "message": st.column_config.TextColumn(width=80),
                       "text": st.column_config.TextColumn(width=900)},
        on_select=_select,
        selection_mode="single-row",
        placeholder="—",
        lazy=False,
        alt="Messages that hold the words, one a row",
    )  # fmt: skip
    ticked: tuple[str, int] | None = st.session_state.pop("_text_hit", None)
    return ticked


def _select() -> None:
    seen: list[tuple[str, int]] = st.session_state.get("_text_hits_seen", [])
    for row in st.session_state["text_hits"]["selection"]["rows"]:
        if row < len(seen):
            st.session_state["_text_hit"] = seen[row]


def _snippets(catalog: Catalog, words: str, hits: Sequence[tuple[TextHit, RunRow]]) -> list[str]:
    """One line each, credentials masked; where there is none, why."""
    until = time.monotonic() + SECONDS
    return [
        _snippet(catalog, words, hit, row)
        if time.monotonic() < until
        else "open the run: more are not read for this list"
        for hit, row in hits
    ]


def _snippet(catalog: Catalog, words: str, hit: TextHit, row: RunRow) -> str:
    try:
        messages = catalog.run(catalog.rows_of_key(row.key)[0]).messages
    except RunFileError as error:
        return one_line(f"{error.reason}")
    if hit.message_index >= len(messages):
        return "the run changed after its words were read: reload the list"
    return visible(snippet(message_text(messages[hit.message_index]), words))
