"""A Markdown file read as an incident review: sections by their headings, the runs from the header."""

import re
from collections.abc import Mapping

from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.reviews.document import Action, CapDecision, Claim, Moment, ReviewDocument, ReviewedRun
from viewer.reviews.lint.cites import cites
from viewer.reviews.lint.document_lint import with_citations
from viewer.reviews.lint.linter import ALONE
from viewer.reviews.lint.markdown_review import MarkdownReview, Paragraph

_SECTIONS = {
    "question": "questions?",
    "timeline": "timeline",
    "cap": "cap(?: decision)?",
    "conclusion": "conclusions?",
    "action": "actions?(?: items)?",
    "link": "links?|tickets?|references?",
    "left out": "runs?(?: and state)?|evidence|counterfactuals?|appendix.*",
}
"""What a section is, by its heading; any other is one of claims."""
_LINK = re.compile(r"https://[^\s<>()]+")


def review_from_markdown(text: MarkdownReview, runs: Mapping[str, Run | str]) -> ReviewDocument:
    """The review as a draft, each position cited anew from the runs.

    Paragraphs under a heading that is none of the known ones are claims; counterfactuals are not taken over.

    Raises:
        ValueError: a run cannot be read, so that nothing of it can be cited.
    """
    unreadable = [f"{alias or 'run'}: {run}" for alias, run in runs.items() if isinstance(run, str)]
    if unreadable:
        raise ValueError("; ".join(unreadable))
    by_section: dict[str, list[Paragraph]] = {}
    for paragraph in text.paragraphs:
        by_section.setdefault(_section(paragraph.section), []).append(paragraph)
    title = text.header.get("title")
    made = ReviewDocument(
        title=title if isinstance(title, str) and title else "Imported review",
        question=_joined(by_section.get("question", [])),
        runs=[_run(alias, run) for alias, run in runs.items() if isinstance(run, Run)],
        timeline=[_moment(one.words) for one in by_section.get("timeline", [])],
        claims=[Claim(text=one.words) for one in by_section.get("claim", [])],
        cap=CapDecision(reason=_joined(by_section["cap"])) if by_section.get("cap") else None,
        actions=[Action(text=one.words, done=one.ticked) for one in by_section.get("action", [])],
        conclusion=_joined(by_section.get("conclusion", [])),
        links=[link for one in by_section.get("link", []) for link in _LINK.findall(one.words)],
    )
    aliases = {alias or _only(runs): run for alias, run in runs.items()}
    return with_citations(made, aliases)


def _section(heading: str) -> str:
    """The lowest heading that is known decides."""
    for name in reversed(heading.casefold().split("\n")):
        for known, pattern in _SECTIONS.items():
            if re.fullmatch(pattern, name):
                return known
    return "claim"


def _joined(paragraphs: list[Paragraph]) -> str:
    return "\n".join(one.words for one in paragraphs)


def _only(runs: Mapping[str, Run | str]) -> str:
    name = "run"
    while name in runs:
        name += "-1"
    return name


def _run(alias: str, run: Run) -> ReviewedRun:
    return ReviewedRun(
        alias="run" if alias == ALONE else alias,
        key=run_key(run),
        run_id=run.run_id,
        source=run.source.name,
        format=run.format,
        messages=len(run.messages),
    )


def _moment(words: str) -> Moment:
    found = cites(words).positions
    if found and not words[: found[0].start].strip():
        written = re.match(r"`[^`]*`|\S+", words)
        rest = words[written.end() :] if written else ""
        return Moment(position=str(found[0].position), text=rest.lstrip(" ·:-–"))
    return Moment(position=str(found[0].position) if found else "", text=words)
