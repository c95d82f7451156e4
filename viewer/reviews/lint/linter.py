"""The claim linter: which sentences are carried by what they cite, which are stories, and what is wrong."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from viewer.counted import counted
from viewer.model.position import Position
from viewer.model.run import Run
from viewer.reviews.cited_text import Places
from viewer.reviews.lint.cites import CitedPosition, Cites, cites
from viewer.reviews.lint.holds import holds
from viewer.reviews.lint.knowledge import Sight, unseen

Severity = Literal["error", "warning"]
Verdict = Literal["carried", "story", "not_borne_out"]
ALONE = ""
"""The alias of a run that positions name without one."""
CODES: dict[str, tuple[Severity, str]] = {
    "story": ("warning", "a sentence that cites no position"),
    "unknown_run": ("error", "an alias that the header does not declare, or none where there are several runs"),
    "unreadable_run": ("error", "a run of the header that cannot be read"),
    "changed_run": ("error", "a run whose messages are not those that the review was written about"),
    "no_such_place": ("error", "a position that is not in its run"),
    "value_not_there": ("error", "quoted words or a number that none of the cited places holds"),
    "name_not_there": ("warning", "an id or a date, not quoted, that none of the cited places holds"),
    "not_yet_visible": ("error", "knowledge that the model could not have, or had and is denied"),
    "visibility_unknown": ("warning", "knowledge of the model where what it saw is not known"),
    "changed_citation": ("error", "a cited place that no longer is what was cited"),
}
"""Code -> its severity and what it means."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a review."""

    text: str
    line: int | None = None
    """In the file, from 1."""
    part: str = "claims"
    """Of the review: `claims`, `timeline`, `conclusion`, or the heading it stands under."""
    entry: str | None = None
    """The id of the claim or moment that it belongs to."""


@dataclass(frozen=True)
class ReviewFinding:
    """Something that does not hold. `text` may quote a run, so it is shown as text only."""

    code: str
    severity: Severity
    positions: tuple[Position, ...]
    text: str
    line: int | None = None
    entry: str | None = None


@dataclass(frozen=True)
class Checked:
    """A sentence with its verdict."""

    sentence: Sentence
    verdict: Verdict
    positions: tuple[Position, ...]
    findings: tuple[ReviewFinding, ...]


@dataclass(frozen=True)
class Report:
    """All sentences of a review, and what is wrong with them and with its runs."""

    claims: tuple[Checked, ...]
    findings: tuple[ReviewFinding, ...]
    """Those of the runs first, then those of the sentences in order."""

    def count(self, verdict: Verdict) -> int:
        """How many sentences have this verdict."""
        return sum(one.verdict == verdict for one in self.claims)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(one.severity == "error" for one in self.findings)

    @property
    def sentence(self) -> str:
        """`12 claims, 11 carried, 1 story`."""
        stories, broken = self.count("story"), self.count("not_borne_out")
        told = [
            counted(len(self.claims), "claim"),
            f"{self.count('carried'):,} carried",
            counted(stories, "story", "stories"),
        ]
        return ", ".join(told + ([f"{broken:,} not borne out"] if broken else []))


class Linter:
    """Checks sentences against runs; keep it while a person types."""

    def __init__(self, runs: Mapping[str, Run | str]) -> None:
        """Take the runs by alias (`ALONE`: positions without one); text in a run's place says why it is not there."""
        self._why = {alias: run for alias, run in runs.items() if isinstance(run, str)}
        self.places = {alias: Places(run) for alias, run in runs.items() if isinstance(run, Run)}
        self._sights = {alias: Sight(places.run) for alias, places in self.places.items()}
        self._names = {*runs, *(places.run.run_id for places in self.places.values())}

    def alias_of(self, position: Position) -> str | None:
        """The declared alias that a position means; None: none."""
        known = {*self.places, *self._why}
        if position.run is not None:
            return position.run if position.run in known else None
        if ALONE in known:
            return ALONE
        return next(iter(known)) if len(known) == 1 else None

    def check(self, sentence: Sentence) -> Checked:
        """One sentence with its verdict."""
        cited = cites(sentence.text)
        positions = tuple(one.position for one in cited.positions)
        if not positions:
            story = self._finding("story", (), f"cites no position: {_shortened(sentence.text)}", sentence)
            return Checked(sentence, "story", (), (story,))
        findings: list[ReviewFinding] = []
        there = self._there(cited, sentence, findings)
        if len(there) == len(cited.positions):
            findings += self._values(cited, there, sentence)
        for alias in dict.fromkeys(alias for alias, _ in there):
            here = [one for name, one in there if name == alias]
            for one in unseen(cited, here, self._sights[alias]):
                code = "not_yet_visible" if one.severity == "error" else "visibility_unknown"
                findings.append(self._finding(code, (one.position,), one.text, sentence))
        broken = any(one.severity == "error" for one in findings)
        return Checked(sentence, "not_borne_out" if broken else "carried", positions, tuple(findings))

    def _there(
        self, cited: Cites, sentence: Sentence, findings: list[ReviewFinding]
    ) -> list[tuple[str, CitedPosition]]:
        made: list[tuple[str, CitedPosition]] = []
        for one in cited.positions:
            alias = self.alias_of(one.position)
            if alias is None:
                why = f"{one.position}: no run {one.position.run!r} is declared" if one.position.run else (
                    f"{one.position}: several runs are declared, so name one, as in alias{one.position}"
                    if self.places
                    else f"{one.position}: no run is declared"
                )  # fmt: skip
                findings.append(self._finding("unknown_run", (one.position,), why, sentence))
            elif alias in self._why:
                text = f"{one.position} cannot be looked up: {self._why[alias]}"
                findings.append(self._finding("unreadable_run", (one.position,), text, sentence))
            elif (why_not := self.places[alias].missing(one.position)) is not None:
                findings.append(self._finding("no_such_place", (one.position,), why_not, sentence))
            else:
                made.append((alias, one))
        return made

    def _values(self, cited: Cites, there: list[tuple[str, CitedPosition]], sentence: Sentence) -> list[ReviewFinding]:
        made: list[ReviewFinding] = []
        where = " or ".join(str(one.position) for _, one in there)
        for named in cited.named:
            if named.text in self._names:
                continue
            if any(holds(self.places[alias], one.position, named) for alias, one in there):
                continue
            code = "name_not_there" if named.sort == "name" else "value_not_there"
            text = f"{_shortened(named.text)} does not stand at {where}"
            made.append(self._finding(code, tuple(one.position for _, one in there), text, sentence))
        return made

    def _finding(self, code: str, positions: tuple[Position, ...], text: str, sentence: Sentence) -> ReviewFinding:
        return ReviewFinding(code, CODES[code][0], positions, text, sentence.line, sentence.entry)


def lint(
    sentences: Iterable[Sentence], runs: Mapping[str, Run | str], run_hashes: Mapping[str, str | None] | None = None
) -> Report:
    """Check every sentence of a review.

    Args:
        sentences: of the review, in order.
        runs: alias -> its run, or a sentence that says why it cannot be read.
        run_hashes: alias -> the run_hash that the review states, where it does.
    """
    linter = Linter(runs)
    found: list[ReviewFinding] = []
    for alias, run in runs.items():
        name = alias or "the run"
        stated = (run_hashes or {}).get(alias)
        if isinstance(run, str):
            found.append(ReviewFinding("unreadable_run", "error", (), f"{name}: {run}"))
        elif stated is not None and linter.places[alias].run_hash() != stated:
            text = f"{name}: its messages are not those that the review was written about"
            found.append(ReviewFinding("changed_run", "error", (), text))
    claims = tuple(linter.check(sentence) for sentence in sentences)
    return Report(claims, (*found, *(finding for claim in claims for finding in claim.findings)))


def _shortened(text: str, longest: int = 120) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"
