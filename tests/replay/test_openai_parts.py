"""A block as a part, in the form that an API has."""

from typing import Any

import pytest

from viewer.model.block import Block, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.replay.built import Losses
from viewer.replay.openai_parts import PartForm, content_part

FORM = PartForm("text", "thinking is left out", lambda raw, native: {"type": "picture"} if raw == "known" else None)


@pytest.mark.parametrize(
    ("block", "part"),
    [
        (Text("a"), {"type": "text", "text": "a"}),
        (ToolResult(None, {"ä": 1}, from_text=True), {"type": "text", "text": '{"ä": 1}'}),
        (ToolUse(None, "run", "ls", from_text=True), None),
        (Image(None, "known"), {"type": "picture"}),
    ],
)
def test_what_the_api_takes_is_no_loss(block: Block, part: Any) -> None:
    losses = Losses()
    assert content_part(block, FORM, False, losses, 3, 1) == part
    assert losses.found == []


@pytest.mark.parametrize(
    "block",
    [
        Thinking("hm"),
        ToolUse("a", "web_search", {}, "provider"),
        ToolResult("a", "x", executed_by="provider"),
        Image(None, "other"),
        Unknown("new", {}),
    ],
)
def test_what_it_does_not_take_is_one(block: Block) -> None:
    losses = Losses()
    assert content_part(block, FORM, False, losses, 3, 1) is None
    assert [loss.position for loss in losses.found] == ["[3].1"]
