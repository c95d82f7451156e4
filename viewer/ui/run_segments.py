"""Pieces of a line that a component draws: text, positions as links, status words with their rule, buttons."""

from typing import Any
from urllib.parse import urlencode

from viewer.masking import masked
from viewer.model.position import Position
from viewer.plain import visible

Segment = str | dict[str, Any]
"""Plain text, or an object that `components/segments.js` knows; nothing in either is ever read as markup."""
_WORDS = ("text", "code", "quiet", "strong", "alarm", "heading")
FEW = 4
"""Messages of a range that are still named one by one."""


def shown(text: str) -> str:
    """Text of a run as it may stand in a line: credentials masked, invisible characters escaped."""
    return visible(masked(text).text)


def code(text: str) -> Segment:
    """Text in the code font."""
    return {"code": shown(text)}


def quiet(text: str) -> Segment:
    """Text that explains another."""
    return {"quiet": shown(text)}


def prose(text: str) -> list[Segment]:
    """A sentence of an analysis or a format, its `names` in the code font."""
    return [code(piece) if number % 2 else quiet(piece) for number, piece in enumerate(text.split("`")) if piece]


def told(text: str) -> list[Segment]:
    """The same for a sentence that is the matter itself."""
    return [code(piece) if number % 2 else shown(piece) for number, piece in enumerate(text.split("`")) if piece]


def heading(text: str) -> Segment:
    """The name of the page's subject."""
    return {"heading": shown(text)}


def strong(text: str) -> Segment:
    """The word of a line that is looked for first."""
    return {"strong": shown(text)}


def alarm(text: str) -> Segment:
    """A word that only findings of severity error and failed results wear."""
    return {"alarm": shown(text)}


def status(word: str, rule: str) -> Segment:
    """The status of a derived fact; hovering or focusing it gives the rule in a sentence."""
    return {"status": shown(word), "rule": shown(rule)}


def link(message: int, block: int | None = None, path: str | None = None) -> Segment:
    """A position in this run, which opens the message."""
    return {"at": message, "text": visible(str(Position(message, block, path)))}


def page_link(
    text: str, key: str, message: int | None = None, parameters: dict[str, list[str]] | None = None
) -> Segment:
    """A link to the Run page of another run, by its key; it opens in a tab of its own where the reader wants that."""
    query: dict[str, Any] = {"run": key, **({} if message is None else {"msg": message}), **(parameters or {})}
    return {"page": f"run?{urlencode(query, doseq=True)}", "text": visible(text)}


def span(first: int, last: int) -> list[Segment]:
    """A range of messages: each by itself where they are few."""
    if last - first < FEW:
        return spaced([link(index) for index in range(first, last + 1)])
    return [{"at": first, "text": str(Position(first, last=last))}]


def spans(ranges: tuple[tuple[int, int], ...]) -> list[Segment]:
    """Several ranges."""
    made: list[Segment] = []
    for first, last in ranges:
        made += ([" "] if made else []) + span(first, last)
    return made


def ranges_text(ranges: tuple[tuple[int, int], ...]) -> str:
    """The same as plain text: `[0–4] [7]`."""
    return " ".join(str(Position(first, last=last if last > first else None)) for first, last in ranges)


def spaced(segments: list[Segment], between: str = " ") -> list[Segment]:
    """The segments with something between each two."""
    made: list[Segment] = []
    for segment in segments:
        made += [between, segment] if made else [segment]
    return made


def button(action: str, value: Any, label: str) -> Segment:
    """A button that sends `action` with `value` to the page; the label is ours."""
    return {"do": action, "value": value, "text": label}


def segments_text(segments: list[Segment]) -> str:
    """A line of segments as plain text; buttons are left out."""
    words: list[str] = []
    for segment in segments:
        if isinstance(segment, str):
            words.append(segment)
        elif "status" in segment:
            words.append(f"({segment['status']})")
        elif "do" not in segment:
            words.append(next(str(segment[key]) for key in _WORDS if key in segment))
    return "".join(words)
