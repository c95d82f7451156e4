"""The claims of a review: each with its verdict, its findings and the cited text beside it; a new one a line."""

from functools import partial

import streamlit as st

from viewer.reviews.document import Claim, ReviewDocument
from viewer.reviews.lint.linter import Report
from viewer.ui import reviews_edit, reviews_fields
from viewer.ui.components import kit
from viewer.ui.reviews_lines import citation_rows, entry_rows, marks_of


def draw(document: ReviewDocument, report: Report, *, frozen: bool) -> None:
    """All claims, then the field for new ones."""
    st.header("Claims", anchor=False)
    marks = marks_of((one.sentence.entry, one.verdict) for one in report.claims)
    for number, claim in enumerate(document.claims, 1):
        with st.container(key=f"claim_{number}"):
            left, right = st.columns([11, 9], gap="medium")
            with left:
                update = partial(reviews_fields.text_of, "claims", claim.id)
                reviews_fields.text("claim", claim.text, update, frozen=frozen, entry_id=claim.id, number=number)
            with right:
                findings = [one for one in report.findings if one.entry == claim.id]
                rows = entry_rows(
                    document, "claims", claim.id, marks.get(claim.id), findings, claim.citations, frozen=frozen
                )
                key = f"claim_lines_{claim.id}"
                kit.draw("lines", {"rows": rows, "names": False}, key=key, on_act_change=partial(act, key))
    if not document.claims:
        how = " yet. Write a sentence and name the place that bears it, as in `refund[3]`."
        st.markdown(f"No claim{'.' if frozen else how}")
    if not frozen:
        reviews_fields.new("claims", added)


def added(text: str) -> reviews_edit.Change:
    """A claim for each line."""
    made = [Claim(text=line.strip()) for line in text.splitlines() if line.strip()]
    return lambda document: document.model_copy(update={"claims": [*document.claims, *made]})


def draw_conclusion(document: ReviewDocument, report: Report, *, frozen: bool) -> None:
    """The conclusion: its sentences are claims too."""
    st.header("Conclusion", anchor=False)
    left, right = st.columns([11, 9], gap="medium")
    with left:
        reviews_fields.text("conclusion", document.conclusion, _concluded, frozen=frozen)
    marks = marks_of((one.sentence.entry, one.verdict) for one in report.claims if one.sentence.part == "conclusion")
    findings = [one for one in report.findings if one.entry is None and one.positions]
    rows = entry_rows(document, "claims", "", marks.get(None), findings, (), frozen=True)
    rows += [row for one in document.conclusion_citations for row in citation_rows(document, one)]
    if rows:
        with right:
            kit.draw("lines", {"rows": rows, "names": False}, key="conclusion_lines")


def _concluded(text: str) -> reviews_edit.Change:
    return lambda one: one.model_copy(update={"conclusion": text})


def act(key: str) -> None:
    """A button beside an entry; what it sends comes from the browser, so it is checked."""
    asked = (st.session_state.get(key) or {}).get("act") or {}
    match asked.get("name"), asked.get("value"):
        case ("up" | "down") as name, {"part": ("claims" | "timeline") as part, "id": str(entry)}:
            reviews_edit.change(reviews_fields.shifted(part, entry, -1 if name == "up" else 1))
        case "remove", {"part": ("claims" | "timeline") as part, "id": str(entry)}:
            reviews_edit.change(reviews_fields.removed(part, entry))
        case _:
            pass
