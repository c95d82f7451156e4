"""What every format must promise."""

import pytest

from viewer.decode.document import Decoded, JsonDocument, JsonRecords, Text
from viewer.formats.base import Format, Match
from viewer.formats.build import MAPPING_ERRORS
from viewer.formats.registry import FORMATS

CONTENTS: list[Decoded] = [
    *(
        JsonDocument(name="x", value=value, text=b"")
        for value in (None, 5, "text", [], {}, [None], [[]], [{}], ["a"], {"messages": None}, {"messages": [None, 5]})
    ),
    *(JsonDocument(name="x", value={key: 7}, text=b"") for key in ("type", "role", "steps", "trajectory", "request")),
    JsonRecords(name="x", records=[], text=b"", spans=[]),
    Text(name="x", text=""),
]


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_detection_accepts_any_content_it_takes(format: Format) -> None:
    for content in CONTENTS:
        if isinstance(content, format.takes):
            try:
                match = format.detect(content)
            except MAPPING_ERRORS:
                continue
            assert match is None or isinstance(match, Match)


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_a_format_says_in_a_sentence_how_it_tells_endings_and_tokens(format: Format) -> None:
    for words in (format.title, format.ending, format.usage):
        assert words
        assert words == words.strip()
        assert not words.endswith(".")


def test_names_are_used_once() -> None:
    assert len({format.name for format in FORMATS}) == len(FORMATS)
    assert len({format.title for format in FORMATS}) == len(FORMATS)
