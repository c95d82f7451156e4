"""One review: what is asked, its runs, the timeline, the claims, what was decided, who signed."""

from functools import partial

import streamlit as st

from viewer.reviews.document import ReviewDocument, as_json
from viewer.reviews.incidents import ReviewVersion, StoredReview, review_history
from viewer.reviews.kept import Kept, kept_words, settle
from viewer.reviews.lint.linter import Report
from viewer.reviews.parts import parts_of
from viewer.ui import (
    reviewer,
    reviews_claims,
    reviews_decisions,
    reviews_edit,
    reviews_fields,
    reviews_files,
    reviews_ledger,
    reviews_runs,
    reviews_store,
    reviews_timeline,
    runs_list,
    session,
)
from viewer.ui.components import kit
from viewer.ui.notes_lines import moment, said
from viewer.ui.reviews_lines import run_rows
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, alarm, button, code, quiet, shown, strong

_STATES = {"draft": "draft", "in_review": "in review", "signed_off": "signed off"}
OFFERED = 8
"""Runs offered to be added."""


def draw(stored: StoredReview) -> None:
    """The whole page of one review."""
    reviews_edit.see(stored)
    document = stored.document
    runs = reviews_runs.runs_of(document)
    report = reviews_runs.report_of(document, stored.version, runs)
    frozen = document.state == "signed_off" or not reviewer.may_write()
    kit.draw("lines", {"rows": head_rows(stored, report)}, key="review_head")
    _draw_states(document, report.count("not_borne_out"))
    reviews_edit.draw_trouble(stored.id)
    _draw_kept(stored)
    left, right = st.columns(2, gap="medium")
    with left:
        reviews_fields.text("title", document.title, partial(_set, "title"), frozen=frozen)
    with right:
        reviews_fields.text("question", document.question, partial(_set, "question"), frozen=frozen)
    st.header("Runs", anchor=False)
    rows = run_rows(document, runs, frozen=frozen)
    if rows:
        kit.draw("lines", {"rows": rows}, key="review_runs", on_act_change=partial(_act, "review_runs"))
    else:
        how = " yet. *Cite in a review* on the Run page adds its run; or look for one here."
        st.markdown(f"No run{'.' if frozen else how}")
    if not frozen:
        _draw_add_run()
        kit.draw("complete", {"runs": reviews_runs.completions(document, runs)}, key="review_complete")
    with reviews_ledger.beside(document, runs):
        with st.container(key="review_timeline"):
            reviews_timeline.draw(document, report, runs, frozen=frozen)
        with st.container(key="review_claims"):
            reviews_claims.draw(document, report, frozen=frozen)
    reviews_decisions.draw(document, frozen=frozen)
    with st.container(key="review_conclusion"):
        reviews_claims.draw_conclusion(document, report, frozen=frozen)
    st.header("Files", anchor=False)
    reviews_files.draw(stored, report, runs)
    with st.expander("History", key="review_history", on_change="rerun") as opened:
        if opened.open:
            _draw_history(stored)


def head_rows(stored: StoredReview, report: Report) -> list[Row]:
    """Title, state, the count of claims, and what is wrong with its runs."""
    document = stored.document
    rows: list[Row] = [("review", [strong(document.title), quiet(f" · {_STATES[document.state]}")])]
    rows.append(("claims", [strong(report.sentence)]))
    rows.append(
        (
            "changed",
            [quiet(f"{moment(stored.changed_at)} by "), shown(stored.changed_by), quiet(f", version {stored.version}")],
        )
    )
    if document.signed is not None:
        line: list[Segment] = [strong(document.signed.by), quiet(f", {moment(document.signed.at)}, content sha256 ")]
        rows.append(("signed off", [*line, code(document.signed.sha256)]))
    for one in report.findings:
        if one.code in ("changed_run", "unreadable_run") and not one.positions:
            rows.append(("run", [alarm(one.code), " ", shown(one.text)]))
    return rows


def _draw_states(document: ReviewDocument, broken: int) -> None:
    if not reviewer.may_write():
        return
    with st.container(horizontal=True, vertical_alignment="center", key="review_states"):
        match document.state:
            case "draft":
                st.button("To review", key="state_review", on_click=reviews_edit.move_to, args=("in_review",))
            case "in_review":
                st.button("Sign off", key="state_sign", on_click=reviews_edit.move_to, args=("signed_off",))
                st.button("Back to draft", key="state_draft", on_click=reviews_edit.move_to, args=("draft",))
                claims = "1 claim is" if broken == 1 else f"{broken:,} claims are"
                warned = f"**{claims} not borne out.** " if broken else ""
                st.markdown(f"{warned}Signing off freezes the review with the hashes of its runs.", width="content")
            case "signed_off":
                st.button("Reopen as a draft", key="state_reopen", on_click=reviews_edit.move_to, args=("draft",))


def _set(field: str, text: str) -> reviews_edit.Change:
    def update(document: ReviewDocument) -> ReviewDocument:
        if field == "title" and not text.strip():
            raise ValueError("a review needs a title")
        return document.model_copy(update={field: text})

    return update


def _draw_add_run() -> None:
    with st.expander("Add a run", key="review_add_run", on_change="rerun") as opened:
        if not opened.open:
            return
        line = st.text_input("Words of its label, file or id, or a filter line", key="review_run_words")
        found = runs_list.first_rows(session.catalog(), line, OFFERED)
        segments: list[list[Segment]] = [
            [button("add_run", row.key, "add"), " ", code(row.source), " ", shown(row.label or row.run_id)]
            for row in found
        ]
        rows: list[Row] = [("", one) for one in segments]
        key = "review_runs_found"
        kit.draw("lines", {"rows": rows, "names": False}, key=key, on_act_change=partial(_act, key))


def _act(key: str) -> None:
    """A button of the runs; what it sends comes from the browser, so it is checked."""
    asked = (st.session_state.get(key) or {}).get("act") or {}
    match asked.get("name"), asked.get("value"):
        case "add_run", str(wanted):
            found = reviews_runs.run_named(wanted)
            if found is not None:
                reviews_edit.change(lambda document: reviews_runs.with_run(document, found)[0])
        case "remove_run", str(alias):
            reviews_edit.change(
                lambda one: one.model_copy(update={"runs": [run for run in one.runs if run.alias != alias]})
            )
        case "ledger", str(alias):
            reviews_ledger.open_or_close(alias)
        case "settle", str(kept):
            reviews_store.changed(lambda engine: settle(engine, kept))
        case _:
            pass


def _draw_kept(stored: StoredReview) -> None:
    """Words that met a newer version, until someone has looked at them."""
    nothing: tuple[Kept, ...] = ()
    found = reviews_store.asked(lambda engine: kept_words(engine, stored.id, reviewer.prefixes()), nothing)
    rows = [row for kept in found for row in kept_rows(kept, stored.document)]
    if rows:
        kit.draw("lines", {"rows": rows}, key="review_kept", on_act_change=partial(_act, "review_kept"))


def kept_rows(kept: Kept, document: ReviewDocument) -> list[Row]:
    """The parts of a review that someone wanted otherwise, and their words."""
    line: list[Segment] = [
        quiet(f"{moment(kept.at)} by "),
        shown(kept.author),
        quiet(": words that met a newer version"),
    ]
    if reviewer.may_write():
        line += [" ", button("settle", kept.id, "looked at")]
    rows: list[Row] = [("kept", line)]
    there = parts_of(as_json(document))
    wanted = parts_of(kept.content) if "claims" in kept.content else kept.content
    for name, part in wanted.items():
        if part != there.get(name) and not name.startswith(("order of", "state", "signed")):
            text = part.get("text") if isinstance(part, dict) else part
            rows.append(("", [quiet(f"{name.partition(' ')[0]} "), said(str(part if text is None else text))]))
    return rows


def _draw_history(stored: StoredReview) -> None:
    nothing: tuple[ReviewVersion, ...] = ()
    versions = reviews_store.asked(lambda engine: review_history(engine, stored.id, reviewer.prefixes()), nothing)
    rows: list[Row] = [
        (f"{one.version}", [quiet(f"{one.action} {moment(one.at)} by "), shown(one.author)]) for one in versions[-50:]
    ]
    kit.draw("lines", {"rows": rows}, key="review_versions")
