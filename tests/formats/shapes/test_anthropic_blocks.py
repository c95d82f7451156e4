"""Content blocks of the Messages API: each kind as its own class, an unknown one whole."""

from typing import Any

import pytest

from viewer.formats.shapes.anthropic_blocks import blocks, compaction_rule, usage
from viewer.model.block import Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def test_text_is_one_block_and_a_list_may_mix_text_and_objects() -> None:
    assert blocks("a") == (Text("a"),)
    assert blocks([]) == ()
    assert blocks(["a", {"type": "text", "text": "b"}]) == (Text("a"), Text("b"))


@pytest.mark.parametrize(
    ("part", "block"),
    [
        ({"type": "tool_use", "id": None, "name": "f", "input": None}, ToolUse(None, "f", None)),
        ({"type": "tool_use", "name": "f"}, ToolUse(None, "f", None)),
        ({"type": "mcp_tool_use", "id": "m", "name": "f", "input": {}}, ToolUse("m", "f", {}, "provider")),
        ({"type": "tool_result"}, ToolResult(None, None)),
        ({"type": "tool_result", "tool_use_id": "", "content": []}, ToolResult("", [])),
        (
            {"type": "mcp_tool_result", "tool_use_id": "m", "content": "x", "is_error": True},
            ToolResult("m", "x", True, executed_by="provider"),
        ),
        ({"type": "thinking"}, Thinking(None)),
        ({"type": 5, "x": 1}, Unknown("without a type", {"type": 5, "x": 1})),
        ({}, Unknown("without a type", {})),
        (None, Unknown("not an object", None)),
        ([1], Unknown("not an object", [1])),
    ],
)
def test_a_part_becomes_its_block(part: Any, block: Any) -> None:
    assert blocks([part]) == (block,)


@pytest.mark.parametrize(
    "content",
    [
        None,
        5,
        {},
        [{"type": "text"}],
        [{"type": "text", "text": None}],
        [{"type": "tool_use", "id": "t"}],
        [{"type": "tool_use", "id": 5, "name": "f"}],
        [{"type": "tool_result", "is_error": "yes"}],
        [{"type": "thinking", "thinking": 5}],
    ],
)
def test_a_part_that_lacks_what_its_kind_has_is_refused(content: Any) -> None:
    with pytest.raises((TypeError, KeyError)):
        blocks(content)


def test_usage_leaves_out_what_is_not_recorded() -> None:
    assert usage(None) is None
    assert usage({}) == Usage()
    assert usage({"input_tokens": 5, "output_tokens": None}) == Usage(5)
    fields = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    for bad in (
        dict.fromkeys(fields, 10**100),
        [],
        "5",
        {"input_tokens": "5"},
        {"input_tokens": True},
        {"input_tokens": 10**100, "output_tokens": 1},
    ):
        with pytest.raises((TypeError, ValueError)):
            usage(bad)


def test_a_compaction_block_starts_a_new_context() -> None:
    assert compaction_rule((Text("a"), Unknown("compaction", {}))) == "from the last compaction block on"
    assert compaction_rule((Text("a"), Unknown("other", {}))) is None
