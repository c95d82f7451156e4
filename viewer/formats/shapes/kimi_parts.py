"""Content parts of Kimi's messages: text, think, and media by URL."""

from typing import Any

from viewer.formats.convert import listing, mapping, text, text_or_none
from viewer.model.block import Block, Document, Image, Text, Thinking, Unknown


def blocks(content: Any) -> tuple[Block, ...]:
    """A message's content: text, or a list of parts."""
    if type(content) is str:
        return (Text(content),)
    return tuple([part_block(part) for part in listing(content)])


def part_block(part: Any) -> Block:
    """One part."""
    match mapping(part).get("type"):
        case "text":
            return Text(text(part["text"]))
        case "think":
            return Thinking(text_or_none(part.get("think")), text_or_none(part.get("encrypted")))
        case "image_url":
            return Image(None, part)
        case "audio_url" | "video_url":
            return Document(None, part)
        case kind:
            return Unknown(str(kind), part)
