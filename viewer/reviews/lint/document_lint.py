"""A stored review before the linter: its sentences, and whether what it cited still stands there."""

from collections.abc import Iterator, Mapping

from viewer.model.position import Position, parse_position
from viewer.model.run import Run
from viewer.reviews.cited_text import LONGEST
from viewer.reviews.document import Citation, Claim, Moment, ReviewDocument
from viewer.reviews.lint.cites import cites
from viewer.reviews.lint.linter import Linter, Report, ReviewFinding, Sentence, lint
from viewer.reviews.lint.sentences import claims_something, sentences


def sentences_of(document: ReviewDocument) -> Iterator[Sentence]:
    """The sentences of the claims, of the timeline and of the conclusion."""
    for moment in document.timeline:
        yield Sentence(f"{moment.position} {moment.text}".strip(), part="timeline", entry=moment.id)
    for claim in document.claims:
        yield from _of_text(claim.text, "claims", claim.id)
    yield from _of_text(document.conclusion, "conclusion", None)


def lint_document(document: ReviewDocument, runs: Mapping[str, Run | str]) -> Report:
    """Check a review against its runs by alias, its citations included."""
    report = lint(sentences_of(document), runs, {run.alias: run.run_hash for run in document.runs})
    linter = Linter(runs)
    changed = [finding for entry, one in citations(document) if (finding := _changed(linter, entry, one))]
    return Report(report.claims, (*report.findings, *changed))


def cite(linter: Linter, position: Position) -> Citation:
    """Copy what stands at a position, with its hash.

    Raises:
        ValueError: there is no such place, or no such run.
    """
    alias = linter.alias_of(position)
    if alias is None or alias not in linter.places:
        raise ValueError(f"{position}: its run is not declared or cannot be read")
    places = linter.places[alias]
    here = Position(position.message, position.block, position.path, position.last)
    cited = places.cited(here)
    tool = places.tool_of(position.message, position.block) if position.block is not None else None
    return Citation(position=str(position), hash=cited.hash, text=cited.text[:LONGEST], tool=tool)


def with_citations(document: ReviewDocument, runs: Mapping[str, Run | str]) -> ReviewDocument:
    """The review with a citation for every position in its claims, timeline and conclusion.

    One that was made before stays as it is: what was cited then is the evidence, whatever the source says now.
    """
    linter = Linter(runs)
    claims = [one.model_copy(update={"citations": _cited(one.text, one.citations, linter)}) for one in document.claims]
    timeline = [_moment(one, linter) for one in document.timeline]
    conclusion = _cited(document.conclusion, document.conclusion_citations, linter)
    return document.model_copy(update={"claims": claims, "timeline": timeline, "conclusion_citations": conclusion})


def cite_again(claim: Claim, runs: Mapping[str, Run | str]) -> Claim:
    """A claim whose citations are copied anew, as a person decided after looking at what changed."""
    return claim.model_copy(update={"citations": _cited(claim.text, [], Linter(runs))})


def _of_text(text: str, part: str, entry: str | None) -> Iterator[Sentence]:
    for paragraph in text.splitlines():
        for one in sentences(paragraph):
            if claims_something(one):
                yield Sentence(one, part=part, entry=entry)


def _cited(text: str, before: list[Citation], linter: Linter) -> list[Citation]:
    known = {one.position: one for one in before}
    made: dict[str, Citation] = {}
    for paragraph in text.splitlines():
        for found in cites(paragraph).positions:
            name = str(found.position)
            if name in made:
                continue
            if name in known:
                made[name] = known[name]
                continue
            alias = linter.alias_of(found.position)
            if alias in linter.places and linter.places[alias].missing(found.position) is None:
                made[name] = cite(linter, found.position)
    return list(made.values())


def _moment(moment: Moment, linter: Linter) -> Moment:
    before = [moment.citation] if moment.citation is not None else []
    found = _cited(moment.position, before, linter)
    return moment.model_copy(update={"citation": found[0] if found else None})


def citations(document: ReviewDocument) -> Iterator[tuple[str | None, Citation]]:
    """Every citation with the id of its entry; None: of the conclusion."""
    for moment in document.timeline:
        if moment.citation is not None:
            yield moment.id, moment.citation
    for claim in document.claims:
        for citation in claim.citations:
            yield claim.id, citation
    for citation in document.conclusion_citations:
        yield None, citation


def _changed(linter: Linter, entry: str | None, citation: Citation) -> ReviewFinding | None:
    """Where what was cited no longer stands, with the place where it stands now."""
    position = parse_position(citation.position)
    alias = linter.alias_of(position)
    if alias is None or alias not in linter.places:
        return None
    places = linter.places[alias]
    here = Position(position.message, position.block, position.path, position.last)
    if places.missing(here) is None and places.hash_of(here) == citation.hash:
        return None
    now = " or ".join(f"[{index}]" for index in places.with_hash(citation.hash))
    text = f"{position} is not what was cited: " + (f"that stands at {now} now" if now else "that is gone")
    return ReviewFinding("changed_citation", "error", (position,), text, None, entry)
