"""Whether a cited place holds the words or the value that a sentence names."""

import json
import re
from collections.abc import Iterator

import msgspec

from viewer.analysis.provenance.forms import forms
from viewer.analysis.provenance.haystack import bounded
from viewer.analysis.seen_text import texts_of
from viewer.model.block import Image, ToolResult, ToolUse
from viewer.model.position import Position
from viewer.reviews.cited_text import Places, block_text
from viewer.reviews.lint.cites import NamedValue

_SPACE = re.compile(r"\s+")
_LEFT_OUT = re.compile(r"\s*(?:\[…\]|\[\.\.\.\]|…|\.\.\.)\s*")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})
_PHRASE_SPACES = 2
"""A quote with this many blanks is prose, in which a capital letter may have become a small one."""


def holds(places: Places, position: Position, named: NamedValue) -> bool:
    """Whether what stands at a position, which has to be there, holds the words or the value."""
    texts = list(_texts(places, position))
    if named.value is not None:
        return any(bounded(text, form.text) for form in forms(named.value) for text in texts)
    pieces = [piece for piece in _LEFT_OUT.split(named.text) if piece.strip()]
    plain = [_plain(text) for text in texts]
    return all(any(_holds(text, _plain(piece)) for text in plain) for piece in pieces)


def _texts(places: Places, position: Position) -> Iterator[str]:
    """The texts of the place as a person may have them before their eyes: text, JSON, names, ids, flags."""
    if position.path is not None:
        yield places.cited(position).text
        return
    last = position.message if position.last is None else position.last
    for index in range(position.message, last + 1):
        message = places.run.messages[index]
        numbers = range(len(message.blocks)) if position.block is None else [position.block]
        for number in numbers:
            block = message.blocks[number]
            yield block_text(block)
            yield from texts_of(block)
            match block:
                case ToolUse(id=call_id, name=name, input=value):
                    yield f"{call_id or ''} {name}"
                    yield json.dumps(value, ensure_ascii=False, default=str)
                case ToolResult(tool_use_id=call_id, is_error=flag):
                    yield f"{call_id or ''} {places.tool_of(index, number) or ''}"
                    yield f'is_error: {json.dumps(flag)} is_error={json.dumps(flag)} "is_error": {json.dumps(flag)}'
                case Image():
                    pass
                case _:
                    yield json.dumps(msgspec.to_builtins(block), ensure_ascii=False, default=str)
        for request in places.run.requests:
            if request.message_index == index and request.stop_reason is not None:
                yield f"{request.stop_reason} {request.stop_reason_recorded or ''}"


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text.translate(_STRAIGHT)).strip()


def _holds(text: str, words: str) -> bool:
    if bounded(text, words):
        return True
    bare = words.rstrip(".,;!")  # a sentence's own mark may stand inside the quotes
    if bare and bare != words:
        return _holds(text, bare)
    if words.count(" ") >= _PHRASE_SPACES and bounded(text.casefold(), words.casefold()):
        return True
    if not re.search(r"[{}\[\]\":,]", words):
        return False
    squeezed = words.replace(" ", "")  # JSON may be written with other blanks
    return bool(squeezed) and bounded(text.replace(" ", ""), squeezed)
