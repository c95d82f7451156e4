"""Blocks: told apart by their type, immutable, and written with it."""

import typing

import msgspec
import pytest

from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown

ONE_OF_EACH: list[Block] = [
    Text("a"),
    Thinking(None, "s", redacted=True),
    ToolUse(None, "f", {"a": [1]}),
    ToolResult("", None),
    Image(None, {}),
    Document("application/pdf", {}),
    Unknown("hologram", [1]),
]


def test_there_is_an_example_of_every_kind() -> None:
    assert {type(block) for block in ONE_OF_EACH} == set(typing.get_args(Block))


@pytest.mark.parametrize("block", ONE_OF_EACH, ids=lambda block: type(block).__name__)
def test_a_block_reads_back_by_its_type_and_cannot_be_changed(block: Block) -> None:
    stored = msgspec.to_builtins(block)
    assert stored["type"] == block.__struct_config__.tag
    assert msgspec.convert(stored, Block) == block
    with pytest.raises(AttributeError):
        block.text = "other"  # type: ignore[union-attr, misc]  # that it is refused is the test


def test_an_error_flag_that_is_not_recorded_is_neither_true_nor_false() -> None:
    assert ToolResult("t", "r").is_error is None
