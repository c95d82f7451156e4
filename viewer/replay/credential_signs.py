"""Where a JSON text may hold values that look like credentials: a quick look, before the exact one.

It finds all that `masking` finds, and some more; a text without a sign needs no second look.
"""

import re
from collections.abc import Iterator

import ahocorasick_rs

_GAP = rb"(?:\s|\\+[nrtfvu])*"
_SECRET = rb"(?=[^\s\"',;}]*[0-9\x80-\xff]|[^\s\"',;}]{16})[^\s\"',;}]{6}"
_NAMED = rb"[\w\x80-\xff-]*(?:\":\[|\\*[\"']?" + _GAP + rb"(?:[:=]" + _GAP + rb"\\*[\"']?|\\*[\"'])" + _SECRET + rb")"
"""After a name that promises a secret: the rest of the name, what parts it from its value, and a value or a list."""


def _any_case(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.IGNORECASE)


_NAME = _any_case(_NAMED)
_NAME_OR_QUERY = _any_case(_NAMED + rb"|=[^&\s\"'<>]{8}")
_SIGNS: tuple[tuple[bytes, re.Pattern[bytes] | None, bool], ...] = (
    (b"private key-----", None, False),
    (b"sk-", _any_case(rb"(?:(?<![a-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9a-f]{4}))sk-[a-z0-9_-]{16}"), False),
    *((b"gh" + one + b"_", None, False) for one in (b"p", b"o", b"u", b"s", b"r")),
    (b"github_pat_", None, False),
    (b"glpat-", None, False),
    (b"xox", _any_case(rb"xox[abeprs]-[\w\x80-\xff-]{10}"), False),
    (b"akia", _any_case(rb"akia[0-9a-z]{16}"), False),
    (b"asia", _any_case(rb"asia[0-9a-z]{16}"), False),
    (b"aiza", _any_case(rb"aiza[\w\x80-\xff-]{30}"), False),
    (b"ya29.", None, False),
    (b"hf_", _any_case(rb"hf_[a-z0-9]{30}"), False),
    (b"npm_", _any_case(rb"npm_[a-z0-9]{30}"), False),
    (b"k_live_", None, False),
    (b"k_test_", None, False),
    (b"sg.", _any_case(rb"sg\.[\w\x80-\xff-]{16}"), False),
    (b"eyj", _any_case(rb"eyj[\w\x80-\xff-]{8,}\.eyj"), False),
    (b"://", _any_case(rb"://[^/\s:@\"']{1,1200}:[^/\s@\"']{3,1200}@"), False),
    (b"bearer ", _any_case(rb"bearer [\w\x80-\xff.+/=~-]{12}"), False),
    (b"authorization", _any_case(rb"authorization\\*[\"']?" + _GAP + rb"[:=]"), False),
    (b"signature=", _any_case(rb"(?<=[?&-])signature="), False),
    (b"sig=", _any_case(rb"(?<=[?&])sig="), False),
    (b"credential=", _any_case(rb"(?<=-)credential="), False),
    (b"token=", _any_case(rb"(?<=[?&-])token="), False),
    (b"key=", _any_case(rb"(?<=[?&])key="), False),
    (b"secret", _NAME, True),
    (b"passw", _NAME, True),
    *((stem + by + b"key", _NAME_OR_QUERY, True)
      for stem in (b"api", b"access", b"private") for by in (b"", b"_", b"-")),
    *((stem + by + b"token", _NAME_OR_QUERY, True)
      for stem in (b"access", b"auth", b"refresh", b"session") for by in (b"", b"_", b"-")),
    ("\N{KELVIN SIGN}".encode(), None, False),
)  # fmt: skip
"""A word in small letters, what must match there, and whether it must from the word's end on.

No word begins inside another that matched where both could be signs: each is looked at once. The last is a letter whose
lower case is ASCII.
"""
_SPACE = ord(" ")
_FOLLOWS = frozenset(
    code for code in range(256) if code > 127 or code == ord("_") or chr(code).isalnum() or chr(code) in "-\\\"':= \t\n"
)
"""Bytes that may stand behind a word that must be followed by more."""
_AFTER_SPACE = frozenset(b":=\\\"' \t\n")
_PATTERNS = [pattern for _, pattern, _ in _SIGNS]
_IS_AFTER = [is_after for _, _, is_after in _SIGNS]
_FINDER = ahocorasick_rs.BytesAhoCorasick(
    [word for word, _, _ in _SIGNS], matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
)


def signs_in(text: bytes | memoryview) -> Iterator[int]:
    """The places in a text (compact JSON) where a credential may stand, in order."""
    text = b"".join((text, b"\n\n"))  # so that something stands behind each word
    for sign, at, end in _FINDER.find_matches_as_indexes(text.lower()):
        pattern = _PATTERNS[sign]
        if _IS_AFTER[sign]:
            following = text[end]
            if following == _SPACE:
                if text[end + 1] not in _AFTER_SPACE:
                    continue  # a word of a sentence
            elif following not in _FOLLOWS:
                continue
            if pattern is None or pattern.match(text, end) is not None:
                yield at
        elif pattern is None or pattern.match(text, at) is not None:
            yield at
