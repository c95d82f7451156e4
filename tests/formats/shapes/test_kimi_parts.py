"""Content parts of Kimi's messages."""

import pytest

from viewer.formats.shapes.kimi_parts import blocks
from viewer.model.block import Document, Image, Text, Thinking, Unknown


def test_text_stands_for_a_list_of_one_text() -> None:
    assert blocks("a") == blocks([{"type": "text", "text": "a"}]) == (Text("a"),)


def test_thoughts_media_and_unknown_parts_are_kept() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}
    sound, other = {"type": "audio_url", "audio_url": {"url": "x"}}, {"type": "hologram"}
    assert blocks([{"type": "think", "think": "t", "encrypted": "e"}, picture, sound, other]) == (
        Thinking("t", "e"),
        Image(None, picture),
        Document(None, sound),
        Unknown("hologram", other),
    )


@pytest.mark.parametrize("content", [None, 5, [5], [{"type": "text"}], [{"type": "think", "think": 5}]])
def test_what_is_no_such_content_raises(content: object) -> None:
    with pytest.raises((TypeError, KeyError)):
        blocks(content)
