"""Messages as Inspect and Docent store them: {"role", "content", "tool_calls": [{"function", "arguments"}]}."""

from typing import Any

from viewer.formats.convert import arguments, mapping, text, text_or_none
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown

Attachments = dict[str, Any]
"""Long texts by the name that stands in their place: `attachment://NAME`."""
_MARKS = ("attachment://", "tc://")
"""How a text says that it stands elsewhere; the second until mid-2024."""


def resolved(value: Any, attachments: Attachments) -> Any:
    """The value with its attachments in place, at any depth; a name that is not there stays as it is."""
    if not attachments:
        return value
    if type(value) is str:
        if not value.startswith(_MARKS):
            return value
        return attachments.get(value.partition("://")[2], value)
    if type(value) is list:
        return [resolved(one, attachments) for one in value]
    if type(value) is dict:
        return {key: resolved(one, attachments) for key, one in value.items()}
    return value


def reply_blocks(message: dict[str, Any], attachments: Attachments) -> tuple[Block, ...]:
    """What a model wrote: content, then calls. Empty text beside calls is how the format says "no text"."""
    content = resolved(message.get("content", ""), attachments)
    calls = message.get("tool_calls")
    if not calls:
        return content_blocks(content)
    made = () if content == "" else content_blocks(content)
    if type(calls) is not list:
        raise TypeError("tool_calls is no list")
    return made + tuple(_call(call, attachments) for call in calls)


def _call(call: dict[str, Any], attachments: Attachments) -> ToolUse:
    return ToolUse(
        text_or_none(call.get("id")),
        text(call["function"]),
        resolved(arguments(call.get("arguments")), attachments),
    )


def result_block(message: dict[str, Any], attachments: Attachments) -> ToolResult:
    """What came back. The format leaves `error` out where there was none."""
    content = resolved(message.get("content"), attachments)
    error = message.get("error", message.get("tool_error"))
    if error is not None:
        said = error.get("message") if type(error) is dict else error
        # With an error, the model reads its message; a content beside it is kept too.
        content = said if content in ("", None, []) or content == said else {"content": content, "error": error}
    return ToolResult(
        text_or_none(message.get("tool_call_id")), content, error is not None, text_or_none(message.get("function"))
    )


def content_blocks(content: Any) -> tuple[Block, ...]:
    """Text, or a list of content parts."""
    if type(content) is str:
        return (Text(content),)
    if type(content) is not list:
        raise TypeError("content is neither text nor a list of parts")
    made: list[Block] = []
    for part in content:
        if type(part) is str:
            made.append(Text(part))
        elif mapping(part).get("type") == "tool_use":
            made.extend(_provider_call(part))
        else:
            made.append(_part(part))
    return tuple(made)


def _part(part: dict[str, Any]) -> Block:
    match part.get("type"):
        case "text":
            return Text(text(part["text"]))
        case "reasoning":
            if part.get("redacted") is True:
                return Thinking(text_or_none(part.get("summary")), text(part["reasoning"]), redacted=True)
            return Thinking(text_or_none(part["reasoning"]), text_or_none(part.get("signature")))
        case "image":
            return Image(_media_type(part.get("image")), part)
        case "document":
            return Document(text_or_none(part.get("mime_type")), part)
        case str(kind):
            return Unknown(kind, part)
        case _:
            return Unknown("without a type", part)


def _provider_call(part: dict[str, Any]) -> tuple[Block, Block]:
    """A call that the provider ran inside the reply, with what came of it."""
    call_id, name = text_or_none(part.get("id")), text(part["name"])
    error = part.get("error")
    return (
        ToolUse(call_id, name, arguments(part.get("arguments")), "provider"),
        ToolResult(call_id, part.get("result") if error is None else error, error is not None, name, "provider"),
    )


def _media_type(image: Any) -> str | None:
    """Of a data URI; an address tells none."""
    if type(image) is str and image.startswith("data:"):
        return image[5:80].partition(";")[0]
    return None
