"""A review as a file: Markdown, HTML, JSON, and the evidence pack that keeps it checkable."""

import hashlib
from collections.abc import Mapping

import streamlit as st

from viewer.errors import RunFileError
from viewer.model.run import Run
from viewer.plain import visible
from viewer.reviews.evidence import evidence_pack
from viewer.reviews.exchange import exchange_json, exported
from viewer.reviews.incidents import StoredReview
from viewer.reviews.lint.linter import Report
from viewer.reviews.refused import RefusedError
from viewer.reviews.review_html import review_html
from viewer.reviews.review_markdown import review_markdown
from viewer.ui import blob, reviewer, reviews_decisions, reviews_store
from viewer.ui.run_segments import shown

FORMS = {"Markdown": "md", "HTML": "html", "JSON": "json"}
_DOWNLOAD, _FORM, _PACK, _TROUBLE = "review_file", "_review_form", "review_pack", "_pack_trouble"
_MADE = "_review_pack_made"


def draw(stored: StoredReview, report: Report, runs: Mapping[str, Run | str]) -> None:
    """The buttons; a file is made when one is pressed."""
    with st.container(horizontal=True, vertical_alignment="center", key="review_files"):
        st.button("Save as Markdown", key="review_as_md", on_click=_ask, args=("Markdown",))
        st.button("Save as HTML", key="review_as_html", on_click=_ask, args=("HTML",))
        st.button("Save as JSON", key="review_as_json", on_click=_ask, args=("JSON",))
        st.button("Save the evidence pack", key="review_pack_button", on_click=_pack, args=(stored, runs))
        st.checkbox("with source files", key="pack_files")
        st.checkbox("with values that look like credentials", key="pack_secrets")
    form = st.session_state.get(_FORM, "Markdown")
    blob.draw(_DOWNLOAD, f"review-{stored.id[:8]}.{FORMS[form]}", lambda: written(stored, report, form))
    made: bytes | None = st.session_state.get(_MADE)
    if made is not None:
        blob.draw(_PACK, f"evidence-{stored.id[:8]}.zip", lambda: made)
        st.text(f"evidence pack: {len(made):,} bytes, sha256 {hashlib.sha256(made).hexdigest()}")
        st.markdown("Keep the sha256 elsewhere, such as in the ticket.")
        lacking = len(stored.document.counterfactuals) - len(reviews_decisions.uploaded(stored.document))
        if lacking:
            st.markdown(
                f"Bundles it names but does not hold: {lacking:,d}. Upload them again in this session, or make it with "
                "`trajectory-viewer review pack`."
            )
    if reason := st.session_state.pop(_TROUBLE, None):
        st.text(visible(reason))


def written(stored: StoredReview, report: Report, form: str) -> bytes:
    """The review in one of the forms."""
    if form == "JSON":
        document = reviews_store.asked(lambda engine: exported(engine, reviewer.prefixes(), review_id=stored.id), None)
        return exchange_json(document) if document is not None else b""
    write = review_html if form == "HTML" else review_markdown
    return write(stored.document, report, shown)


def _ask(form: str) -> None:
    st.session_state[_FORM] = form
    blob.ask(_DOWNLOAD)


def _pack(stored: StoredReview, runs: Mapping[str, Run | str]) -> None:
    st.session_state.pop(_MADE, None)
    bundles = reviews_decisions.uploaded(stored.document)
    try:
        st.session_state[_MADE] = evidence_pack(
            stored.document,
            runs,
            reviewer.name(),
            with_files=bool(st.session_state.get("pack_files")),
            include_secrets=bool(st.session_state.get("pack_secrets")),
            bundles=bundles,
            shown=shown,
        )
    except (RefusedError, RunFileError) as error:
        st.session_state[_TROUBLE] = f"No pack can be made: {error}"
        return
    blob.ask(_PACK)
