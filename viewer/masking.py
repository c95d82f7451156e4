"""Credential-looking values, masked where text is shown; never in a run, a hash or an index row."""

import hashlib
import re
from collections.abc import Set
from dataclasses import dataclass

_QUOTE = r"(?:\\?[\"'])?"
_AS_WRITTEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private key-----",
        re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----([^\x1d]*?)(?:-----END [A-Z0-9 ]*KEY-----|\x1d|\Z)", re.S),
    ),
    ("sk-", re.compile(r"(?<![A-Za-z0-9])(sk-[A-Za-z0-9_-]{16,})")),
    ("gh", re.compile(r"\b(gh[pousr]_[A-Za-z0-9]{20,})")),
    ("github_pat_", re.compile(r"\b(github_pat_[A-Za-z0-9_]{20,})")),
    ("glpat-", re.compile(r"\b(glpat-[\w-]{16,})")),
    ("xox", re.compile(r"\b(xox[abeprs]-[\w-]{10,})")),
    ("akia", re.compile(r"\b(AKIA[0-9A-Z]{16})\b")),
    ("asia", re.compile(r"\b(ASIA[0-9A-Z]{16})\b")),
    ("aiza", re.compile(r"\b(AIza[\w-]{30,})")),
    ("ya29.", re.compile(r"\b(ya29\.[\w-]{20,})")),
    ("hf_", re.compile(r"\b(hf_[A-Za-z0-9]{30,})")),
    ("npm_", re.compile(r"\b(npm_[A-Za-z0-9]{30,})")),
    ("k_live_", re.compile(r"\b([srp]k_live_[A-Za-z0-9]{12,})")),
    ("k_test_", re.compile(r"\b([srp]k_test_[A-Za-z0-9]{12,})")),
    ("sg.", re.compile(r"\b(SG\.[\w-]{16,}\.[\w-]{16,})")),
    ("eyj", re.compile(r"\b(eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)")),
    ("://", re.compile(r"://[^/\s:@\"']{1,200}:([^/\s@\"']{3,200})@")),
)
"""What must stand in the lower-cased text, and the pattern whose group is the value.

No value goes beyond U+001D, which divides texts that are looked at together.
"""
_IS = rf"{_QUOTE}(?:\s*[:=]\s*{_QUOTE}|\s\\?[\"'])"
"""Between a name and its value: `: "`, `=`; a retelling writes `password "…"`."""
_VALUE = r"((?=[^\s\"',;}\\]*\d|[^\s\"',;}\\]{16})[^\s\"',;}\\]{6,})"
"""After a name that promises a secret: long, or with a digit; `password: required` is no password."""
_LOWER_CASED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("bearer ", re.compile(r"\bbearer ([\w.+/=~-]{12,})")),
    (
        "authorization",
        re.compile(rf"authorization{_QUOTE}\s*[:=]\s*{_QUOTE}(?:basic|token|digest)\s+([\w.+/=~-]{{6,}})"),
    ),
    ("signature=", re.compile(r"[?&](?:x-amz-|x-goog-)?signature=([^&\s\"'<>\\]{8,})")),
    ("sig=", re.compile(r"[?&]sig=([^&\s\"'<>\\]{8,})")),
    ("credential=", re.compile(r"[?&]x-(?:amz|goog)-credential=([^&\s\"'<>\\]{8,})")),
    ("token=", re.compile(r"[?&](?:x-amz-security-|access_)?token=([^&\s\"'<>\\]{8,})")),
    ("key=", re.compile(r"[?&](?:api_?)?key=([^&\s\"'<>\\]{8,})")),
    ("key", re.compile(rf"(?:api|access|private|secret)[_-]?key[\w-]*{_IS}{_VALUE}")),
    ("secret", re.compile(rf"secret[\w-]*{_IS}{_VALUE}")),
    ("passw", re.compile(rf"passw(?:or)?d[\w-]*{_IS}{_VALUE}")),
    ("token", re.compile(rf"(?:access|auth|refresh|session)[_-]?token[\w-]*{_IS}{_VALUE}")),
)
"""The same for names in any case, matched in the lower-cased text: ignoring case would take ten times as long."""
_MARK = "⟦masked: "
_SHOWN = 4
_MARGIN = 4_200
"""Characters looked at around a part, so that a value at its edge is seen whole: private keys are that long."""
_LONG = 20
"""Of values at least this long the first characters stay readable: they tell which kind of key it is."""


@dataclass(frozen=True)
class MaskedValue:
    """One value that is not shown."""

    id: str
    """Tells equal values, so that revealing one reveals its copies; not the value itself."""
    label: str
    """`sk-a… 48 characters`."""


@dataclass(frozen=True)
class Masked:
    """A text with its credential-looking values replaced."""

    text: str
    values: tuple[MaskedValue, ...]
    """Each once, in the order of the text, masked or revealed."""


def masked(text: str, revealed: Set[str] = frozenset()) -> Masked:
    """Replace values that look like credentials, all but those whose id is revealed."""
    return masked_part(text, 0, len(text), revealed)


def masked_part(text: str, start: int, end: int, revealed: Set[str] = frozenset()) -> Masked:
    """The part of a text; a value that its edges go through is replaced as well."""
    low = max(0, start - _MARGIN)
    values: dict[str, MaskedValue] = {}
    pieces: list[str] = []
    at = start
    for first, last in _spans(text[low : end + _MARGIN]):
        first, last = first + low, last + low
        if last <= start or first >= end:
            continue
        value = text[first:last]
        one = MaskedValue(_id(value), _label(value))
        values[one.id] = one
        inside = text[max(first, start) : min(last, end)]
        pieces += (text[at:first], inside if one.id in revealed else f"{_MARK}{one.label}⟧")
        at = min(last, end)
    if not values:
        return Masked(text[start:end], ())
    pieces.append(text[at:end])
    return Masked("".join(pieces), tuple(values.values()))


def _spans(text: str) -> list[tuple[int, int]]:
    """Where the values stand, sorted, none inside another."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters grow in lower case, which would shift every place after them
        lowered = "".join(one.lower() if one.isascii() else one for one in text)
    found: list[tuple[int, int]] = []
    for rules, where in ((_AS_WRITTEN, text), (_LOWER_CASED, lowered)):
        for word, pattern in rules:
            if word in lowered:
                found += (match.span(1) for match in pattern.finditer(where))
    found.sort(key=lambda span: (span[0], -span[1]))
    apart: list[tuple[int, int]] = []
    for start, end in found:
        if end > start and (not apart or start >= apart[-1][1]) and not text.startswith(_MARK, start):
            apart.append((start, end))
    return apart


def _id(value: str) -> str:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _label(value: str) -> str:
    shown = f"{value[:_SHOWN]}… " if len(value) >= _LONG and value[:_SHOWN].isprintable() else ""
    return f"{shown}{len(value):,} characters"
