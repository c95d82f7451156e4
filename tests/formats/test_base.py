"""What every format must promise."""

import contextlib
import time

import pytest

from viewer.decode.document import Decoded, JsonDocument, JsonRecords, Record, Text
from viewer.formats.base import Format, Match
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.formats.registry import FORMATS

MESSAGES = [{"role": "assistant" if number % 2 else "user", "content": "x"} for number in range(100_000)]
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


MANY: list[Decoded] = [
    JsonDocument(name="x", value={"messages": MESSAGES}, text=b""),
    JsonDocument(name="x", value=MESSAGES, text=b""),
    JsonRecords(name="x", records=[Record(number, one) for number, one in enumerate(MESSAGES, 1)], text=b"", spans=[]),
]


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_detection_takes_no_longer_for_a_long_run(format: Format) -> None:
    for content in MANY:
        if isinstance(content, format.takes):
            assert min(_seconds(format, content) for _ in range(5)) < 0.01


def _seconds(format: Format, content: Decoded) -> float:
    start = time.thread_time()
    with contextlib.suppress(*MAPPING_ERRORS):
        format.detect(content)
    return time.thread_time() - start


def test_names_are_used_once() -> None:
    assert len({format.name for format in FORMATS}) == len(FORMATS)
    assert len({format.title for format in FORMATS}) == len(FORMATS)
