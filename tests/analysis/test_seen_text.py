"""Texts of blocks, and the marks of what was taken out of them."""

from typing import Any

import pytest

from viewer.analysis.seen_text import marks_of, texts_of
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown


def test_all_texts_of_a_value_are_found_in_order() -> None:
    assert list(texts_of(ToolUse("c", "look", {"a": "1", "b": ["2", {"c": "3"}], "d": 4}))) == ["1", "2", "3"]
    assert (
        list(texts_of(ToolResult("c", "x"))) == list(texts_of(Text("x"))) == list(texts_of(Unknown("k", "x"))) == ["x"]
    )
    assert list(texts_of(Image(None, {"url": "x"}))) == list(texts_of(Document(None, "x"))) == []
    assert list(texts_of(Thinking(None))) == [""]


@pytest.mark.parametrize(
    ("block", "marks"),
    [
        (Text("plain"), ()),
        (Text("and so on ..."), ()),
        (Text("cut here ...[truncated]"), ("truncated",)),
        (Text("key is [REDACTED]"), ("redacted",)),
        (ToolUse("c", "look", {"a": ["[REDACTED]", "x[truncated]"]}), ("redacted", "truncated")),
        (ToolResult("c", '{"truncated":true,"preview":"ab"}'), ("truncated",)),
        (ToolResult("c", {"truncated": True, "preview": "ab"}), ("truncated",)),
        (ToolResult("c", '{"truncated":false,"preview":"ab"}'), ()),
        (ToolResult("c", '{"truncated":true,"preview":"ab'), ()),
        (ToolResult("c", None), ()),
        (Thinking(None, "sig", redacted=True), ("encrypted",)),
        (Thinking(""), ("without text",)),
        (Thinking("hm"), ()),
        (Image(None, "[REDACTED]"), ()),
    ],
)
def test_marks_are_those_that_writers_put(block: Block, marks: Any) -> None:
    assert marks_of(block) == marks
