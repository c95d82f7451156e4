"""What a note is fixed to, and where that stands in the run as it is now."""

from dataclasses import dataclass
from typing import Literal

from viewer.model.hashes import run_key
from viewer.model.position import Position, parse_position
from viewer.model.run import Run
from viewer.reviews.cited_text import LONGEST, Places, block_text

Kind = Literal["run", "message", "messages", "block", "text", "request"]
Status = Literal["same", "moved", "changed", "gone"]
_OFFERED = 10


@dataclass(frozen=True)
class Anchor:
    """A place in a run, with the hash of what stood there."""

    run_key: str
    run_id: str
    source_name: str
    kind: Kind
    position: str | None
    """As contracts.md writes it; of a request its reply's message, None: the run as a whole."""
    k: int | None
    """Of a request, from 1."""
    start: int | None
    """Of a range of text: its first character in the block's text, from 0."""
    end: int | None
    """The character after its last one."""
    hash: str | None
    """Of the message or range of messages; of a run its run_hash."""
    quoted: str | None
    """The text itself, cut to the first characters where it is long."""

    @property
    def message(self) -> int | None:
        """The first message; None: the run as a whole."""
        return None if self.position is None else parse_position(self.position).message


@dataclass(frozen=True)
class Standing:
    """Whether a note still stands where it was put."""

    status: Status
    """`moved`: the same message stands elsewhere. `changed`: it does not, but its words do. `gone`: neither."""
    sentence: str
    offered: tuple[Anchor, ...]
    """Places to move the note to, the nearest first; it never moves by itself."""


def anchor(
    run: Run | Places,
    position: Position | None = None,
    *,
    k: int | None = None,
    start: int | None = None,
    end: int | None = None,
) -> Anchor:
    """A place to fix a note to: the run, a message, a block, a range of text or of messages, or request `k`.

    Raises:
        ValueError: the run has no such place.
    """
    places = run if isinstance(run, Places) else Places(run)
    known = places.run
    head = (run_key(known), known.run_id, known.source.name)
    if k is not None:
        reply = next((request.message_index for request in known.requests if request.k == k), None)
        if reply is None:
            raise ValueError(f"there is no request {k}: the run has {len(known.requests):,}, counted from 1")
        return Anchor(*head, "request", str(Position(reply)), k, None, None, places.hash_at(reply), None)
    if position is None:
        return Anchor(*head, "run", None, None, None, None, places.run_hash(), None)
    here = Position(position.message, position.block, position.path, position.last)
    cited = places.cited(here)
    kind: Kind = "messages" if here.last is not None else "message" if here.block is None else "block"
    text = cited.text
    if start is not None or end is not None:
        if here.block is None or here.path is not None or start is None or end is None:
            raise ValueError("a range of text stands in one block and has a start and an end")
        if not 0 <= start < end <= len(text):
            raise ValueError(f"{here} has {len(text):,} characters: {start} to {end} is no range of them")
        kind, text = "text", text[start:end]
    return Anchor(*head, kind, str(here), None, start, end, cited.hash, text[:LONGEST])


def standing(run: Run | Places, note: Anchor) -> Standing:
    """Where a note's place is in the run as it was read now."""
    places = run if isinstance(run, Places) else Places(run)
    if note.kind == "run":
        if note.hash is None or places.run_hash() == note.hash:
            return Standing("same", "", ())
        return Standing("changed", "the run's messages are not those that this note was written about", ())
    position = parse_position(note.position or "")
    if places.missing(position) is None and places.hash_of(position) == note.hash:
        return Standing("same", "", ())
    found = _moved(places, note, position)
    if found:
        there = " or ".join(str(one.position) for one in found)
        return Standing("moved", f"the source changed: what stood at {note.position} stands at {there} now", found)
    found = _same_words(places, note, position)
    if found:
        there = " or ".join(str(one.position) for one in found)
        return Standing("changed", f"the source changed at {note.position}: the quoted text stands at {there}", found)
    return Standing("gone", f"the source changed: what stood at {note.position} is no longer in this run", ())


def _moved(places: Places, note: Anchor, position: Position) -> tuple[Anchor, ...]:
    """The same messages at other indexes."""
    if position.last is None:
        starts = places.with_hash(note.hash or "")
    else:
        starts = list(range(len(places.run.messages) - (position.last - position.message)))
    found = [
        there
        for first in starts
        if (there := _shifted(position, first)).message != position.message and places.hash_of(there) == note.hash
    ]
    found.sort(key=lambda one: abs(one.message - position.message))
    return tuple(_at(places, note, one, note.start, note.end) for one in found[:_OFFERED])


def _shifted(position: Position, first: int) -> Position:
    last = None if position.last is None else position.last - position.message + first
    return Position(first, position.block, position.path, last)


def _same_words(places: Places, note: Anchor, position: Position) -> tuple[Anchor, ...]:
    """Blocks that hold the quoted text, the nearest messages first."""
    words = note.quoted
    if not words or note.kind in ("messages", "request") or len(words) >= LONGEST:
        return ()
    found: list[tuple[int, Anchor]] = []
    for message in places.run.messages:
        for number, block in enumerate(message.blocks):
            text = block_text(block)
            if note.kind == "text":
                start = text.find(words)
                if start < 0:
                    continue
                one = _at(places, note, Position(message.index, number), start, start + len(words))
            elif text == words and position.path is None:
                at = Position(message.index, number if note.kind == "block" else None)
                one = _at(places, note, at, None, None)
            else:
                continue
            found.append((abs(message.index - position.message), one))
    found.sort(key=lambda pair: pair[0])
    return tuple(one for _, one in found[:_OFFERED])


def _at(places: Places, note: Anchor, position: Position, start: int | None, end: int | None) -> Anchor:
    if note.kind == "request":
        k = next((one.k for one in places.run.requests if one.message_index == position.message), None)
        return anchor(places, k=k) if k is not None else anchor(places, Position(position.message))
    return anchor(places, position, start=start, end=end)
