"""Tools out of values that frameworks stored."""

from viewer.formats.shapes.spans import ToolRun
from viewer.formats.shapes.traced_tools import traced_tool


def test_plain_values_are_arguments_and_result() -> None:
    assert traced_tool("t", '{"a": 1}', "ok", failed=False) == ToolRun(None, "t", {"a": 1}, "ok", True, None)


def test_nothing_stored_is_no_result_though_it_may_have_failed() -> None:
    assert traced_tool("t", {}, None, failed=True, call_id="c") == ToolRun("c", "t", {}, None, False, True)


def test_a_message_of_langchains_tells_call_name_and_status() -> None:
    shown = {"type": "tool", "content": "no", "tool_call_id": "c", "name": "real", "status": "error"}
    assert traced_tool("t", {}, shown, failed=False) == ToolRun("c", "real", {}, "no", True, True)


def test_the_spans_error_outweighs_the_messages_status() -> None:
    shown = {"type": "tool", "content": "x", "tool_call_id": "c", "status": "success"}
    assert traced_tool("t", {}, shown, failed=True).is_error is True
