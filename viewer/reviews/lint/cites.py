"""What a sentence cites: positions, quoted words, and values such as £89.00 that it names."""

import re
from dataclasses import dataclass
from typing import Literal

from viewer.analysis.provenance.values import Value, is_searched, values
from viewer.model.block import Text
from viewer.model.message import Message
from viewer.model.position import Position, parse_position

_STEP = r"(?:\[\d+\]|\[\"(?:[^\"\\]|\\.)*\"\])"
POSITION = (
    rf"(?<![\w\]])(?:[A-Za-z0-9][A-Za-z0-9._-]*)?\[\d+(?:[–-]\d+)?\]"
    rf"(?:\.\d+(?!\d)(?::(?:[A-Za-z_]\w*|{_STEP})(?:\.[A-Za-z_]\w*|{_STEP})*)?)?"
)
"""A position in running text, as a pattern."""
_POSITION = re.compile(POSITION)
_CODE = re.compile(r"`+([^`\n]+)`+")
_QUOTE = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|«([^»\n]+)»")
_MEASURE = re.compile(
    r"\s*(?:%|percent\b|(?:more |model |tool |input |output |error )?(?:tokens?|seconds?|s|ms|minutes?|min|hours?|h|"
    r"days?|weeks?|months?|years?|requests?|messages?|calls?|results?|steps?|turns?|runs?|times|characters?|bytes|[KMG]B|"
    r"lines?|words?|records?|blocks?|claims?|findings?)\b)"
)
"""A count or a measure is the reviewer's own: no message has to hold it."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONG_NAME = 5

Sort = Literal["quote", "number", "name"]


@dataclass(frozen=True)
class CitedPosition:
    """A position in a sentence."""

    position: Position
    start: int
    """Where it stands in the sentence, in characters."""


@dataclass(frozen=True)
class NamedValue:
    """Words or a value that the cited messages have to hold."""

    text: str
    sort: Sort
    value: Value | None = None
    """Of a number or a name: as provenance looks it up, in any format."""


@dataclass(frozen=True)
class Cites:
    """What one sentence cites."""

    positions: tuple[CitedPosition, ...]
    named: tuple[NamedValue, ...]
    bare: str
    """The sentence with blanks for positions and quotes, character by character as long."""


def cites(sentence: str) -> Cites:
    """Read a sentence. A code span that is a position is one; any other is a quote."""
    positions: list[CitedPosition] = []
    named: list[NamedValue] = []
    bare = sentence
    for found in _CODE.finditer(sentence):
        inside = found[1].strip()
        try:
            positions.append(CitedPosition(parse_position(inside), found.start()))
        except ValueError:
            named.append(NamedValue(inside, "quote"))
        bare = _blank(bare, found)
    bare = _taken(bare, positions, with_quotes=True)
    for found in _QUOTE.finditer(bare):
        named.append(NamedValue(next(group for group in found.groups() if group), "quote"))
        bare = _blank(bare, found)
    bare = _taken(bare, positions, with_quotes=False)
    positions.sort(key=lambda one: one.start)
    return Cites(tuple(positions), (*named, *_values(bare)), bare)


def _taken(text: str, positions: list[CitedPosition], *, with_quotes: bool) -> str:
    """The text without its positions; first those with a quoted key in them, before quotes are looked for."""
    bare = text
    for found in _POSITION.finditer(text):
        if with_quotes and '"' not in found[0]:
            continue
        try:
            positions.append(CitedPosition(parse_position(found[0]), found.start()))
        except ValueError:
            continue  # such as [9-3], which is no range
        bare = _blank(bare, found)
    return bare


def _blank(text: str, found: re.Match[str]) -> str:
    return text[: found.start()] + " " * len(found[0]) + text[found.end() :]


def _values(text: str) -> list[NamedValue]:
    """Numbers, sums of money, dates and ids in the prose itself."""
    made: list[NamedValue] = []
    at = 0
    for value in values(Message(0, "assistant", (), (Text(text),), ())):
        start = text.find(value.text, at)
        after = text[start + len(value.text) :] if start >= 0 else ""
        if not is_searched(value) or not re.search(r"\d", value.text) or re.search(r"[/@#]", value.text):
            continue
        if _MEASURE.match(after) or text[:start].endswith("#"):
            continue
        is_number = re.fullmatch(r"[$£€¥]?\s?[-+]?\d[\d,. ]*", value.text) is not None
        if is_number and not _YEAR.fullmatch(value.text):
            made.append(NamedValue(value.text, "number", value))
        elif not is_number and (value.is_date or sum(letter.isalnum() for letter in value.text) >= _LONG_NAME):
            made.append(NamedValue(value.text, "name", value))
    return made
