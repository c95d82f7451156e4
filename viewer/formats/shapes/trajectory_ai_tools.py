"""Calls and responses of tools as trajectory.ai stores them, in SDK files and behind its API."""

from typing import Any

from viewer.formats.convert import arguments, text, text_or_none
from viewer.model.block import ToolResult, ToolUse

_FLAG = "tool_error"
"""The constant that stands for an error flag where the text of the error is the response."""


def call(raw: dict[str, Any]) -> ToolUse:
    """An entry of `tool_calls`; arguments that the writer could not parse stay the text that the model wrote."""
    given = raw.get("arguments")
    if raw.get("is_parsed_successfully") is False and raw.get("raw_string") is not None:
        given = raw["raw_string"]
    return ToolUse(text_or_none(raw.get("id")), text(raw["name"]), arguments(given))


def result(response: dict[str, Any], content: str | None) -> ToolResult:
    """A tool's answer.

    The same text mostly stands in `content` and `response`; it is one result. Where an error or another text stands
    beside it, the content is an object with all of them, under the file's own names.

    Args:
        response: the message's `tool_response`, {} where it has none.
        content: the message's text.
    """
    answer, error = response.get("response"), text_or_none(response.get("error"))
    if answer == content and error is None:  # as most are
        return ToolResult(text_or_none(response.get("id")), answer, None, text_or_none(response.get("name")))
    said = {"content": content, "response": answer, "error": None if error == _FLAG else error}
    told = {name: value for name, value in said.items() if value is not None and value != ""}
    if "response" in told and "content" in told and arguments(content) in (answer, arguments(answer)):
        del told["content"]
    if len(told) > 1:
        given: Any = told
    else:
        given = next(iter(told.values()), "" if "" in (content, answer) else None)
    return ToolResult(
        text_or_none(response.get("id")), given, True if error is not None else None, text_or_none(response.get("name"))
    )
