"""Which of many JSON texts may hold values that look like credentials: a quick look, before the exact one.

It finds all that `masking` finds, and some more; a text without a sign needs no second look.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

import ahocorasick_rs

_CHUNK = 1 << 20
"""Bytes that are looked at together: enough to be quick, few enough to stay in the processor's cache."""
_GAP = rb"(?:\s|\\+[nrtfvu])*"
_SECRET = rb"(?=[^\s\"',;}]*[0-9\x80-\xff]|[^\s\"',;}]{16})[^\s\"',;}]{6}"
_NAMED = rb"[\w\x80-\xff-]*(?:\":\[|\\*[\"']?" + _GAP + rb"(?:[:=]" + _GAP + rb"\\*[\"']?|\\*[\"'])" + _SECRET + rb")"
"""After a name that promises a secret: the rest of the name, what parts it from its value, and a value or a list."""
_NAME = re.compile(_NAMED)
_NAME_OR_QUERY = re.compile(_NAMED + rb"|=[^&\s\"'<>]{8}")
_SIGNS: tuple[tuple[bytes, re.Pattern[bytes] | None, bool], ...] = (
    (b"private key-----", None, False),
    (b"sk-", re.compile(rb"(?:(?<![a-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9a-f]{4}))sk-[a-z0-9_-]{16}"), False),
    *((b"gh" + one + b"_", None, False) for one in (b"p", b"o", b"u", b"s", b"r")),
    (b"github_pat_", None, False),
    (b"glpat-", None, False),
    (b"xox", re.compile(rb"xox[abeprs]-[\w\x80-\xff-]{10}"), False),
    (b"akia", re.compile(rb"akia[0-9a-z]{16}"), False),
    (b"asia", re.compile(rb"asia[0-9a-z]{16}"), False),
    (b"aiza", re.compile(rb"aiza[\w\x80-\xff-]{30}"), False),
    (b"ya29.", None, False),
    (b"hf_", re.compile(rb"hf_[a-z0-9]{30}"), False),
    (b"npm_", re.compile(rb"npm_[a-z0-9]{30}"), False),
    (b"k_live_", None, False),
    (b"k_test_", None, False),
    (b"sg.", re.compile(rb"sg\.[\w\x80-\xff-]{16}"), False),
    (b"eyj", re.compile(rb"eyj[\w\x80-\xff-]{8,}\.eyj"), False),
    (b"://", re.compile(rb"://[^/\s:@\"']{1,1200}:[^/\s@\"']{3,1200}@"), False),
    (b"bearer ", re.compile(rb"bearer [\w\x80-\xff.+/=~-]{12}"), False),
    (b"authorization", re.compile(rb"authorization\\*[\"']?" + _GAP + rb"[:=]"), False),
    (b"signature=", re.compile(rb"(?<=[?&-])signature="), False),
    (b"sig=", re.compile(rb"(?<=[?&])sig="), False),
    (b"credential=", re.compile(rb"(?<=-)credential="), False),
    (b"token=", re.compile(rb"(?<=[?&-])token="), False),
    (b"key=", re.compile(rb"(?<=[?&])key="), False),
    (b"secret", _NAME, True),
    (b"passw", _NAME, True),
    *((stem + by + b"key", _NAME_OR_QUERY, True)
      for stem in (b"api", b"access", b"private") for by in (b"", b"_", b"-")),
    *((stem + by + b"token", _NAME_OR_QUERY, True)
      for stem in (b"access", b"auth", b"refresh", b"session") for by in (b"", b"_", b"-")),
    ("\N{KELVIN SIGN}".encode(), None, False),
)  # fmt: skip
"""A word of the lower-cased text, what must match there, and whether it must from the word's end on.

No word begins inside another that matched where both could be signs: each is looked at once. The last is a letter whose
lower case is ASCII.
"""
_AFTER_SPACE = frozenset(bytes([one]) for one in b":=\\\"' \t\n")
_FINDER = ahocorasick_rs.BytesAhoCorasick(
    [word for word, _, _ in _SIGNS], matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
)


def with_signs(texts: list[bytes]) -> Iterator[int]:
    """The numbers of the texts (compact JSON) that may hold a credential, in order, each once."""
    first = 0
    while first < len(texts):
        last, size = first, 0
        starts = []
        while last < len(texts) and (size < _CHUNK or last == first):
            starts.append(size)
            size += len(texts[last]) + 1
            last += 1
        joined = b"\n".join(texts[first:last]).lower()
        seen = 0
        for sign, at, end in _FINDER.find_matches_as_indexes(joined):
            if at < seen:
                continue
            _, pattern, is_after = _SIGNS[sign]
            if is_after and joined[end : end + 1] == b" " and joined[end + 1 : end + 2] not in _AFTER_SPACE:
                continue  # a word of a sentence
            if pattern is None or pattern.match(joined, end if is_after else at):
                number = bisect_right(starts, at)
                seen = starts[number] if number < len(starts) else size
                yield first + number - 1
        first = last
