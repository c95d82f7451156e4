"""A text cut into the sentences that each have to be borne by a position."""

import re

from viewer.reviews.lint.cites import POSITION

_GUARDED = re.compile(rf"`[^`\n]*`|{POSITION}|\"[^\"\n]*\"|“[^”\n]*”")
"""Dots in code, quotes and positions end nothing."""
_END = re.compile(r"[.!?…]+[)\]\"”'’*_]*(?=\s|$)")
_NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|approx|no|nos|mr|mrs|ms|dr|st|etc|fig|sec|al|p|pp|ca|incl|resp)|\b[A-Z]|^\s*\d+)\.$",
    re.IGNORECASE,
)
_LOOKED_BACK = 12
_AFTER = re.compile(rf"\s*\(?{POSITION}(?:(?:\s*[,;]|\s+and)?\s*{POSITION})*\)?[.;]?(?=\s+[A-Z\"“]|\s*$)")
"""Positions that stand after a sentence's dot and before the next sentence."""


def sentences(text: str) -> list[str]:
    """The sentences; a position that stands after a sentence's dot belongs to that sentence."""
    guarded = _GUARDED.sub(_hidden, text)
    made: list[str] = []
    start = 0
    for end in _END.finditer(guarded):
        if end.start() < start or _NO_END.search(guarded[max(start, end.start() - _LOOKED_BACK) : end.start() + 1]):
            continue
        after = _AFTER.match(text, end.end())
        goes_on = after is None and text[end.end() :].lstrip()[:1].islower()
        if goes_on and (end[0].startswith(("...", "…")) or end[0].endswith(('"', "”"))):
            continue
        stop = after.end() if after is not None else end.end()
        made.append(text[start:stop].strip())
        start = stop
    made.append(text[start:].strip())
    return [one for one in made if re.search(r"[^\W\d_]", one)]


def _hidden(part: re.Match[str]) -> str:
    """As long, without marks inside; those that close a quote stay, since a sentence may end with them."""
    kept = 0
    if part[0][-1] in '"”':
        kept = 2 if part[0][-2] in ".!?" else 1
    return "q" * (len(part[0]) - kept) + part[0][len(part[0]) - kept :]


def claims_something(sentence: str) -> bool:
    """False for questions and for lines that only introduce what follows them."""
    return not sentence.rstrip("*_ ").endswith(("?", ":"))
