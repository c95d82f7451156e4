"""Reviews out of files: what was exported as JSON, or a review written in Markdown."""

import json

import streamlit as st

from viewer.errors import RunFileError
from viewer.index import query
from viewer.index.filter_line.comparison import Condition
from viewer.model.run import Run
from viewer.plain import visible
from viewer.reviews.document import FORMAT, review_of
from viewer.reviews.exchange import exchange_of
from viewer.reviews.incidents import start_review
from viewer.reviews.lint.markdown_review import DeclaredRun, markdown_review
from viewer.reviews.merge_in import merge_in
from viewer.reviews.refused import RefusedError
from viewer.reviews.review_from_markdown import review_from_markdown
from viewer.ui import access, reviewer, reviews_store, session

_TOLD, _ROUND = "_import_told", "_import_round"
_LARGEST = 64
"""Megabytes of a file."""


def draw() -> None:
    """The place to drop a file, and what came of the last one; for admins, since a file may bring words of anybody."""
    if not access.may("admin"):
        return
    number: int = st.session_state.setdefault(_ROUND, 0)
    with st.expander("Import a review", key="review_import"):
        dropped = st.file_uploader(
            "JSON as it was exported, or a Markdown review of runs that the app is open on",
            type=["json", "md"],
            key=f"review_import_{number}",
            max_upload_size=_LARGEST,
        )
    if dropped is not None:
        st.session_state[_TOLD] = taken_in(dropped.getvalue())
        st.session_state[_ROUND] = number + 1
        st.rerun()
    if told := st.session_state.get(_TOLD):
        st.text(visible(told))


def taken_in(content: bytes) -> str:
    """What came of a file, in a sentence."""
    try:
        text = content.decode("utf-8-sig")
        value = json.loads(text) if text.lstrip().startswith("{") else None
        if value is not None and not (isinstance(value, dict) and value.get("format") == FORMAT):
            exchange = exchange_of(value)
            merged = reviews_store.changed(lambda engine: merge_in(engine, exchange))
            return merged.sentence if merged is not None else ""
        if value is not None:
            document = review_of(value)
        else:
            written = markdown_review(text)
            document = review_from_markdown(written, {alias: _found(run) for alias, run in written.runs.items()})
        made = reviews_store.changed(lambda engine: start_review(engine, document, reviewer.name()))
    except (UnicodeDecodeError, ValueError, RecursionError, RefusedError) as error:
        return f"Nothing was imported: {error}"
    return "Imported as a draft." if made is not None else ""


def _found(declared: DeclaredRun) -> Run | str:
    """A run that the header of a Markdown review declares, among those that the app is open on."""
    name, _, run_id = declared.address.partition("#")
    catalog = session.catalog()
    condition = Condition("(source = ? or ends_with(source, ?))", (name, f"/{name}"))
    rows = query.page(catalog.reader(), condition, query.SORTS[query.FILE_ORDER], 50).runs
    wanted = [one.row for one in rows if not run_id or one.row.run_id == run_id or one.row.key == run_id]
    if not wanted:
        return f"{declared.address}: the app is not open on this run"
    try:
        return session.run_of_key(wanted[0].key)
    except RunFileError as error:
        return str(error)
