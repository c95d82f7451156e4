"""The Reviews page: all incident reviews with how their claims stand, or the one that the URL names."""

from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from viewer.plain import cell
from viewer.reviews.document import ReviewDocument
from viewer.reviews.incidents import ListedReview, StoredReview, review, reviews, start_review
from viewer.reviews.lint.linter import Report
from viewer.ui import reviewer, reviews_import, reviews_one, reviews_runs, reviews_store, runs_table
from viewer.ui.components import kit

ID = "review"
"""Name in the URL of the open review."""
PAGE = 25
"""Reviews of one page: each is linted when it is first listed."""
_KEYS = "_reviews_listed"


def draw() -> None:
    """The list, or one review."""
    kit.draw_kit()
    wanted = st.query_params.get(ID)
    if wanted is None:
        _draw_list()
        return
    found = reviews_store.asked(lambda engine: review(engine, wanted, reviewer.prefixes()), None)
    st.page_link("pages/reviews.py", label="All reviews", query_params={})
    if found is None:
        reviews_store.draw_trouble()
        st.markdown("**There is no such review**, or one of its runs may not be read here.")
        return
    st.session_state["_last_review"] = found.id
    reviews_one.draw(found)


def _draw_list() -> None:
    nothing: tuple[ListedReview, ...] = ()
    listed = reviews_store.asked(lambda engine: reviews(engine, reviewer.prefixes()), nothing)
    reviews_store.draw_trouble()
    if reviewer.may_write():
        _draw_new()
        reviews_import.draw()
    if not listed:
        st.markdown("**No review yet.** Name one above, or open a run and press *Cite in a review*.")
        return
    pages = -(-len(listed) // PAGE)
    page = st.pagination(pages, key="reviews_page") if pages > 1 else 1
    shown = listed[(page - 1) * PAGE : page * PAGE]
    st.markdown(f"**{len(listed):,}** reviews · tick a row to open it (Shift + Space)")
    st.session_state[_KEYS] = [one.id for one in shown]
    st.dataframe(
        frame([(one, _report_of(one)) for one in shown], datetime.now(UTC)),
        key="reviews_table",
        hide_index=True,
        on_select=_select,
        selection_mode="single-row",
        row_height=runs_table.ROW_HEIGHT,
        height=runs_table.height(len(shown)),
        placeholder="—",
        lazy=False,
        alt="Reviews, one a row",
    )
    if (chosen := st.session_state.pop("_review_selected", None)) is not None:
        st.switch_page("pages/reviews.py", query_params={ID: chosen})


def _select() -> None:
    for number in st.session_state["reviews_table"]["selection"]["rows"]:
        if number < len(st.session_state.get(_KEYS, [])):
            st.session_state["_review_selected"] = st.session_state[_KEYS][number]


def _report_of(one: ListedReview) -> Report | None:
    stored = reviews_store.asked(lambda engine: review(engine, one.id, reviewer.prefixes()), None)
    if stored is None:
        return None
    return reviews_runs.report_of(stored.document, stored.version, reviews_runs.runs_of(stored.document))


def frame(listed: list[tuple[ListedReview, Report | None]], now: datetime) -> pd.DataFrame:
    """The reviews as the table shows them."""
    return pd.DataFrame({
        "title": [cell(one.title) for one, _ in listed],
        "state": [one.state.replace("_", " ") for one, _ in listed],
        "claims": pd.Series([None if report is None else len(report.claims) for _, report in listed], dtype="Int64"),
        "carried": _counts(listed, "carried"),
        "stories": _counts(listed, "story"),
        "not borne out": _counts(listed, "not_borne_out"),
        "runs": [len(one.run_keys) for one, _ in listed],
        "age": [age(one.created_at, now) for one, _ in listed],
        "changed by": [cell(one.changed_by) for one, _ in listed],
        "changed": [one.changed_at[:16].replace("T", " ") for one, _ in listed],
    })  # fmt: skip


def _counts(listed: list[tuple[ListedReview, Report | None]], verdict: str) -> "pd.Series[int]":
    return pd.Series(
        [None if report is None else sum(claim.verdict == verdict for claim in report.claims) for _, report in listed],
        dtype="Int64",
    )


def age(since: str, now: datetime) -> str:
    """`3 d`, `5 h`, `12 min`."""
    seconds = max(0, int((now - datetime.fromisoformat(since)).total_seconds()))
    if seconds >= 86_400:
        return f"{seconds // 86_400:,} d"
    return f"{seconds // 3_600} h" if seconds >= 3_600 else f"{seconds // 60} min"


def _draw_new() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="reviews_new"):
        st.text_input("Title of a new review", key="review_new_title", max_chars=1_000, width=420)
        st.button("Start the review", key="review_start", on_click=_start)
    if (made := st.session_state.pop("_review_started", None)) is not None:
        st.switch_page("pages/reviews.py", query_params={ID: made})


def _start() -> None:
    title = str(st.session_state.get("review_new_title") or "").strip()
    if title:
        made = started(ReviewDocument(title=title))
        if made is not None:
            st.session_state["_review_started"] = made.id


def started(document: ReviewDocument) -> StoredReview | None:
    """A review put into the store; None: the store cannot be reached.

    Raises:
        RefusedError: it is there already.
    """
    return reviews_store.changed(lambda engine: start_review(engine, document, reviewer.name()))
