"""Claims and moments as lines: the verdict, what the linter finds, and the cited text with its place."""

from collections.abc import Iterable, Mapping

from viewer.model.position import parse_position
from viewer.model.run import Run
from viewer.reviews.document import Citation, ReviewDocument
from viewer.reviews.lint.linter import ReviewFinding
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, alarm, button, code, page_link, quiet, shown, strong

LONGEST_CITED = 1_200
"""Characters of a cited text beside its claim; the run has the rest."""


def entry_rows(
    document: ReviewDocument,
    part: str,
    entry_id: str,
    mark: str | None,
    findings: Iterable[ReviewFinding],
    citations: Iterable[Citation],
    *,
    frozen: bool,
) -> list[Row]:
    """What stands beside a claim or a moment.

    Args:
        document: of the review.
        part: `claims` or `timeline`.
        entry_id: of the claim or moment.
        mark: the worst verdict of its sentences; None: it claims nothing.
        findings: about it.
        citations: what it cites.
        frozen: without buttons.
    """
    rows: list[Row] = []
    line: list[Segment] = [_mark(mark)] if mark is not None else []
    if not frozen:
        for name, label in (("up", "↑"), ("down", "↓"), ("remove", "remove")):
            line += [*([" "] if line else []), button(name, {"part": part, "id": entry_id}, label)]
    if line:
        rows.append(("", line))
    for one in findings:
        if one.code != "story":
            severity = alarm(one.code) if one.severity == "error" else strong(one.code)
            rows.append(("", [severity, " ", shown(one.text)]))
    rows += [row for citation in citations for row in citation_rows(document, citation)]
    return rows


def _mark(mark: str) -> Segment:
    return alarm(mark) if mark == "not borne out" else strong(mark) if mark == "story" else quiet(mark)


def citation_rows(document: ReviewDocument, citation: Citation) -> list[Row]:
    """The place as a link to its run, and the text that was copied."""
    position = parse_position(citation.position)
    alias = position.run or (document.runs[0].alias if len(document.runs) == 1 else None)
    key = next((run.key for run in document.runs if run.alias == alias), None)
    name: Segment = code(citation.position) if key is None else page_link(citation.position, key, position.message)
    text = citation.text
    cut = f"{text[:LONGEST_CITED]}…" if len(text) > LONGEST_CITED else text
    line: list[Segment] = [name, " "]
    if citation.tool:
        line += [code(citation.tool), " "]
    return [("", [*line, quiet(citation.hash[:15] + "…")]), ("", [{"said": shown(cut)}])]


def marks_of(report_claims: Iterable[tuple[str | None, str]]) -> dict[str | None, str]:
    """Entry -> the worst verdict of its sentences."""
    order = ("carried", "story", "not borne out")
    marks: dict[str | None, str] = {}
    for entry, verdict in report_claims:
        word = verdict.replace("_", " ")
        marks[entry] = max(marks.get(entry, word), word, key=order.index)
    return marks


def run_rows(document: ReviewDocument, runs: Mapping[str, Run | str], *, frozen: bool) -> list[Row]:
    """The runs with their aliases; one that cannot be read says why."""
    rows: list[Row] = []
    for one in document.runs:
        there = runs.get(one.alias, "")
        line: list[Segment] = [page_link(one.source, one.key), " ", code(one.run_id)]
        line.append(quiet(f" · {one.messages:,} messages · {one.format}"))
        if isinstance(there, str):
            line += [quiet(" · "), strong("not readable"), quiet(f": {there}")]
        else:
            line += [" ", button("ledger", one.alias, "its ledger beside the text")]
        cited = any(f"{one.alias}[" in text for text in _texts(document))
        if not frozen and not cited:
            line += [" ", button("remove_run", one.alias, "remove")]
        rows.append((shown(one.alias), line))
    return rows


def _texts(document: ReviewDocument) -> list[str]:
    return [
        *(claim.text for claim in document.claims),
        *(moment.position for moment in document.timeline),
        document.conclusion,
    ]
