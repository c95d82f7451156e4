"""Blocks of Responses items."""

import pytest

from viewer.formats.shapes.response_blocks import blocks, usage
from viewer.model.block import Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.usage import Usage


def test_each_summary_of_a_reasoning_item_is_kept_apart() -> None:
    item = {"type": "reasoning", "summary": [{"text": "one"}, {"text": "two"}], "encrypted_content": "x"}
    assert blocks(item) == (Thinking("one", "x"), Thinking("two"))


def test_encrypted_reasoning_without_text_is_redacted() -> None:
    assert blocks({"type": "reasoning", "summary": [], "encrypted_content": "x"}) == (
        Thinking(None, "x", redacted=True),
    )
    assert blocks({"type": "reasoning", "summary": []}) == (Thinking(None),)


def test_arguments_that_are_no_json_stay_text() -> None:
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": '{"a": '}
    assert blocks(item) == (ToolUse("c", "f", '{"a": '),)


def test_an_mcp_call_holds_call_and_result() -> None:
    item = {"type": "mcp_call", "id": "m", "name": "f", "arguments": "{}", "output": "r", "error": None}
    assert blocks(item) == (ToolUse("m", "f", {}, "provider"), ToolResult("m", "r", executed_by="provider"))


def test_a_failed_mcp_call_is_flagged_by_its_error() -> None:
    item = {"type": "mcp_call", "id": "m", "name": "f", "arguments": "{}", "output": None, "error": "down"}
    assert blocks(item)[1] == ToolResult("m", "down", True, executed_by="provider")


def test_a_patch_that_failed_is_an_error_by_its_status() -> None:
    item = {"type": "apply_patch_call_output", "call_id": "c", "status": "failed", "output": "read-only"}
    assert blocks(item) == (ToolResult("c", "read-only", True),)


@pytest.mark.parametrize(
    ("environment", "executed_by"),
    [({"type": "local"}, "client"), (None, "client"), ({"type": "container_auto"}, "provider")],
)
def test_a_shell_runs_where_its_environment_is(environment: object, executed_by: str) -> None:
    (use,) = blocks({"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}, "environment": environment})
    assert isinstance(use, ToolUse) and use.executed_by == executed_by


def test_a_tool_search_at_the_server_has_no_call_id_and_is_the_providers() -> None:
    (use,) = blocks({"type": "tool_search_call", "id": "t", "call_id": None, "arguments": {}, "execution": "server"})
    assert use == ToolUse("t", "tool_search", {}, "provider")


def test_refusals_and_images_of_a_message_are_kept() -> None:
    made = blocks({"role": "user", "content": [{"type": "refusal", "refusal": "no"}, {"type": "input_image"}, 3]})
    assert made == (Text("no"), Image(None, {"type": "input_image"}), Unknown("not an object", 3))


def test_usage_without_details_is_taken_as_it_is() -> None:
    assert usage({"input_tokens": 5, "output_tokens": 2}) == Usage(5, None, None, 2)
    assert usage(None) is None


def test_cache_writes_are_taken_out_of_the_input_too() -> None:
    raw = {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 30},
        "output_tokens": 1,
    }
    assert usage(raw) == Usage(10, 60, 30, 1)
