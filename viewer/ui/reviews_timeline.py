"""The timeline of a review: chosen messages of its runs in an order, each with its cited text."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from viewer.analysis.timeline import moment_of
from viewer.model.position import Position, parse_position
from viewer.model.run import Run
from viewer.reviews.document import Moment, ReviewDocument
from viewer.reviews.lint.linter import Report
from viewer.ui import reviews_edit, reviews_fields
from viewer.ui.components import kit
from viewer.ui.reviews_claims import act
from viewer.ui.reviews_lines import entry_rows, marks_of
from viewer.ui.run_segments import Segment, code, quiet


def draw(document: ReviewDocument, report: Report, runs: Mapping[str, Run | str], *, frozen: bool) -> None:
    """All moments, then the field for another."""
    st.header("Timeline", anchor=False)
    marks = marks_of((one.sentence.entry, one.verdict) for one in report.claims if one.sentence.part == "timeline")
    for number, moment in enumerate(document.timeline, 1):
        with st.container(key=f"moment_{number}"):
            left, right = st.columns([11, 9], gap="medium")
            with left:
                at = time_of(document, moment, runs)
                line: list[Segment] = [code(moment.position), *([quiet(f" · {at}")] if at else [])]
                kit.draw("lines", {"rows": [("", line)], "names": False}, key=f"moment_at_{moment.id}")
                update = partial(reviews_fields.text_of, "timeline", moment.id)
                reviews_fields.text("moment", moment.text, update, frozen=frozen, entry_id=moment.id, number=number)
            with right:
                findings = [one for one in report.findings if one.entry == moment.id]
                cited = [moment.citation] if moment.citation is not None else []
                mark = marks.get(moment.id)
                rows = entry_rows(document, "timeline", moment.id, mark, findings, cited, frozen=frozen)
                key = f"moment_lines_{moment.id}"
                kit.draw("lines", {"rows": rows, "names": False}, key=key, on_act_change=partial(act, key))
    if not document.timeline:
        how = " yet. In a run, *Cite in a review* adds the chosen message; or type its position here."
        st.markdown(f"No moment{'.' if frozen else how}")
    if frozen:
        return
    reviews_fields.new("timeline", added)
    if len(document.timeline) > 1:
        st.button("Order by time and position", key="timeline_order", on_click=_order, args=(runs,))


def added(text: str) -> reviews_edit.Change:
    """A moment: its position first, then words.

    Raises:
        ValueError: the text begins with no position.
    """
    position, _, words = text.partition(" ")
    made = Moment(position=position.strip("`"), text=words.strip())

    def update(document: ReviewDocument) -> ReviewDocument:
        parse_position(made.position)
        return document.model_copy(update={"timeline": [*document.timeline, made]})

    return update


def _order(runs: Mapping[str, Run | str]) -> None:
    def update(document: ReviewDocument) -> ReviewDocument:
        aliases = [one.alias for one in document.runs]

        def place(moment: Moment) -> tuple[bool, float, int, int]:
            position = position_of(moment)
            at = moment_of(time_of(document, moment, runs))
            if position is None:
                return (True, 0.0, len(aliases), 0)
            alias = aliases.index(position.run) if position.run in aliases else 0
            return (at is None, at.timestamp() if at is not None else 0.0, alias, position.message)

        return document.model_copy(update={"timeline": sorted(document.timeline, key=place)})

    reviews_edit.change(update)


def time_of(document: ReviewDocument, moment: Moment, runs: Mapping[str, Run | str]) -> str | None:
    """When the message was written, as the file has it; None: it does not say."""
    position = position_of(moment)
    run = _run_of(document, position, runs) if position is not None else None
    if position is None or run is None or position.message >= len(run.messages):
        return None
    return run.messages[position.message].timestamp


def position_of(moment: Moment) -> Position | None:
    """Its position; None: what was imported names none."""
    try:
        return parse_position(moment.position)
    except ValueError:
        return None


def _run_of(document: ReviewDocument, position: Position, runs: Mapping[str, Run | str]) -> Run | None:
    alias = position.run or (document.runs[0].alias if len(document.runs) == 1 else "")
    run = runs.get(alias)
    return run if isinstance(run, Run) else None
