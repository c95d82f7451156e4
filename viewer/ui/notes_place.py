"""Where a note is to stand: the run, the request, messages, a block, or words of a block."""

from typing import Literal

from viewer.model.position import Position
from viewer.reviews.anchor import Anchor, anchor
from viewer.reviews.cited_text import Places, block_text

Where = Literal["message", "block", "words", "messages", "request", "run"]
TITLES: dict[Where, str] = {
    "message": "this message",
    "block": "a block of it",
    "words": "words of it",
    "messages": "messages from it on",
    "request": "its request",
    "run": "the whole run",
}


def offered(blocks: int, last: int, is_reply: bool) -> list[Where]:
    """What there is to stand on, at a message with so many blocks and so many messages after it."""
    return [
        where
        for where in TITLES
        if not (
            (where in ("block", "words") and blocks == 0)
            or (where == "messages" and last == 0)
            or (where == "request" and not is_reply)
        )
    ]


def place(
    places: Places, message: int, where: Where, *, block: int = 0, words: str = "", last: int = 0, k: int | None = None
) -> Anchor:
    """The place that was chosen at a message.

    Raises:
        ValueError: it is not there; the sentence says what to do.
    """
    match where:
        case "run":
            return anchor(places)
        case "request":
            return anchor(places, k=k)
        case "messages":
            return anchor(places, Position(message, last=max(last, message)))
        case "block":
            return anchor(places, Position(message, block))
        case "words":
            return _words(places, message, words)
        case _:
            return anchor(places, Position(message))


def _words(places: Places, message: int, words: str) -> Anchor:
    """The first block of the message that holds these words."""
    if not words:
        raise ValueError(f"write the words of [{message}] that the note is about, exactly as they stand there")
    for number, block in enumerate(places.run.messages[message].blocks):
        start = block_text(block).find(words)
        if start >= 0:
            return anchor(places, Position(message, number), start=start, end=start + len(words))
    raise ValueError(f"these words do not stand in [{message}]: copy them from the block as the file has them")


def described(found: Anchor) -> str:
    """A place in words: `[3].1, characters 4 to 9`."""
    if found.kind == "run":
        return "the run"
    if found.kind == "request":
        return f"request {found.k}"
    return f"{found.position}" + ("" if found.start is None else f", characters {found.start} to {found.end}")
