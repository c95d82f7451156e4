"""A review in the order in which readable exports tell it: sections with plain text, positions and cited text."""

from collections.abc import Iterator
from dataclasses import dataclass

from viewer.reviews.document import Citation, ReviewDocument
from viewer.reviews.lint.linter import Report

_STATES = {"draft": "draft", "in_review": "in review", "signed_off": "signed off"}
NOT_SIGNED = "not signed off"


@dataclass(frozen=True)
class Entry:
    """A sentence or two with what they cite."""

    text: str
    position: str | None = None
    """Of a moment of the timeline, before its text."""
    mark: str | None = None
    """`carried`, `story`, `not borne out`; None: it claims nothing."""
    notes: tuple[str, ...] = ()
    """What the linter says of it."""
    citations: tuple[Citation, ...] = ()
    done: bool | None = None
    """Of an action."""


@dataclass(frozen=True)
class Section:
    """A heading and its entries."""

    title: str
    entries: tuple[Entry, ...]
    is_list: bool = True


def facts_of_review(document: ReviewDocument, report: Report | None) -> list[tuple[str, str]]:
    """What the review is, in short."""
    made = [("state", _STATES[document.state])]
    if document.signed is not None:
        made += [("signed off by", document.signed.by), ("signed off at", document.signed.at)]
        made.append(("content sha256", document.signed.sha256))
    if report is not None:
        made.append(("claims", report.sentence))
    for run in document.runs:
        made.append((f"run {run.alias}", f"{run.source}, {run.run_id}, run_hash {run.run_hash or NOT_SIGNED}"))
    return made


def sections(document: ReviewDocument, report: Report | None) -> Iterator[Section]:
    """The sections that hold anything."""
    marks, notes = _marks(report)
    made = (
        Section("Question", _plain(document.question), is_list=False),
        Section(
            "Timeline",
            tuple(
                Entry(
                    moment.text,
                    moment.position,
                    marks.get(moment.id),
                    notes.get(moment.id, ()),
                    (moment.citation,) if moment.citation is not None else (),
                )
                for moment in document.timeline
            ),
        ),
        Section(
            "Claims",
            tuple(
                Entry(claim.text, None, marks.get(claim.id), notes.get(claim.id, ()), tuple(claim.citations))
                for claim in document.claims
            ),
        ),
        Section("Counterfactuals", tuple(Entry(text) for text in _counterfactuals(document))),
        Section("Cap decision", _plain(_cap(document)), is_list=False),
        Section(
            "Conclusion",
            (
                Entry(
                    document.conclusion,
                    None,
                    marks.get("conclusion"),
                    notes.get("conclusion", ()),
                    tuple(document.conclusion_citations),
                ),
            )
            if document.conclusion
            else (),
            is_list=False,
        ),
        Section(
            "Actions",
            tuple(
                Entry(" · ".join(part for part in (one.text, one.owner, one.link or "") if part), done=one.done)
                for one in document.actions
            ),
        ),
        Section("Links", tuple(Entry(link) for link in document.links)),
    )
    return (section for section in made if section.entries)


def _plain(text: str) -> tuple[Entry, ...]:
    return (Entry(text),) if text else ()


def _counterfactuals(document: ReviewDocument) -> Iterator[str]:
    for one in document.counterfactuals:
        parts = [
            one.question,
            f"replaces {one.position}" if one.position else "",
            f"bundle {one.bundle}" if one.bundle else "",
            f"sha256 {one.bundle_sha256}" if one.bundle_sha256 else "",
            f"results: {one.results}" if one.results else "",
            f"result files: {', '.join(one.result_files)}" if one.result_files else "",
        ]
        yield " · ".join(part for part in parts if part)


def _cap(document: ReviewDocument) -> str:
    if document.cap is None:
        return ""
    cap = f"{document.cap.cap:,} steps" if document.cap.cap is not None else "no cap is set"
    return " · ".join(part for part in (cap, document.cap.group, document.cap.reason) if part)


def _marks(report: Report | None) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """By entry: the worst verdict of its sentences, and what the linter says of them."""
    marks: dict[str, str] = {}
    notes: dict[str, tuple[str, ...]] = {}
    order = ("carried", "story", "not borne out")
    for one in report.claims if report is not None else ():
        entry = one.sentence.entry or "conclusion"
        verdict = one.verdict.replace("_", " ")
        marks[entry] = max(marks.get(entry, verdict), verdict, key=order.index)
    for finding in report.findings if report is not None else ():
        if finding.code != "story":
            entry = finding.entry or "conclusion"
            notes[entry] = (*notes.get(entry, ()), finding.text)
    return marks, notes
