"""A tool's run out of whatever values a framework stored as its input and output."""

from typing import Any

from viewer.formats.convert import text_or_none
from viewer.formats.shapes.any_message import decoded
from viewer.formats.shapes.langchain_messages import unwrapped
from viewer.formats.shapes.spans import ToolRun

_FLAGS = {"error": True, "success": False}


def traced_tool(name: str, given: Any, output: Any, *, failed: bool, call_id: str | None = None) -> ToolRun:
    """The run of a tool; LangChain's message of a tool tells its call and its status, too.

    Args:
        name: of the tool.
        given: the arguments.
        output: what came back; None: nothing is stored.
        failed: the span records an error.
        call_id: where the span itself names the call.
    """
    found = unwrapped(decoded(output))
    if found is not None and found[0] == "tool" and "content" in found[1]:
        shown = found[1]
        return ToolRun(
            call_id or text_or_none(shown.get("tool_call_id")),
            text_or_none(shown.get("name")) or name,
            decoded(given),
            shown["content"],
            True,
            True if failed else _FLAGS.get(str(shown.get("status"))),
        )
    return ToolRun(call_id, name, decoded(given), output, output is not None, True if failed else None)
