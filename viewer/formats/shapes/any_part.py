"""One part of a message's content, in whichever vendor's or framework's form a trace holds it."""

import json
from collections.abc import Callable
from typing import Any

from viewer.formats.convert import arguments, text, text_or_none
from viewer.model.block import Block, Document, ExecutedBy, Image, Text, Thinking, ToolResult, ToolUse, Unknown

Part = dict[str, Any]


def any_part(part: Any) -> Block:
    """The block of a part: by its `type`, else by the one key that tells its kind. What is not known is kept whole."""
    if type(part) is not dict:
        return Text(part) if type(part) is str else Unknown("not an object", part)
    kind = part.get("type")
    if type(kind) is str:
        read = _READERS.get(kind)
        return Unknown(kind, part) if read is None else read(part)
    for key, read in _BY_KEY.items():
        if key in part:
            return read(part)
    return Unknown("without a type", part)


def _first(part: Part, *keys: str) -> Any:
    for key in keys:
        found = part.get(key)
        if found is not None:
            return found
    return None


def _text(part: Part) -> Block:
    words = _first(part, "text", "content", "value")
    return Text("" if words is None else text(words))


def _refusal(part: Part) -> Block:
    return Text(text(part["refusal"]))


def _thinking(part: Part) -> Block:
    words = _first(part, "content", "thinking", "text", "reasoning", "summary")
    if type(words) is list:
        words = "\n".join(text(one["text"]) for one in words)
    signature = text_or_none(_first(part, "signature", "data", "encrypted_content"))
    return Thinking(text_or_none(words), signature, redacted=not words and signature is not None)


def _bedrock_reasoning(part: Part) -> Block:
    inner = part["reasoningContent"]
    words = inner.get("reasoningText")
    if type(words) is dict:
        return Thinking(text_or_none(words.get("text")), text_or_none(words.get("signature")))
    return Thinking(None, text_or_none(inner.get("redactedContent")), redacted=True)


def tool_use(part: Part, executed_by: ExecutedBy = "client") -> ToolUse:
    """A call, flat or with its `function` inside; arguments that are JSON text are parsed."""
    function = part.get("function")
    inner: Part = function if type(function) is dict else part
    call_id = id_text(_first(part, "id", "toolCallId", "tool_call_id", "call_id", "toolUseId"))
    name = _first(inner, "name", "toolName", "tool_name", "function_name")
    given = _first(inner, "arguments", "args", "input", "parameters")
    return ToolUse(call_id, text(name), arguments(given), executed_by)


def id_text(value: Any) -> str | None:
    """A call's id; Microsoft's agents have the run's and the call's as a list, whose JSON text is the id elsewhere."""
    return json.dumps(value) if type(value) is list else text_or_none(value)


def _tool_use(part: Part) -> Block:
    return tool_use(part, "provider" if part.get("providerExecuted") is True else "client")


def _provider_tool_use(part: Part) -> Block:
    inner = part.get("server_tool_call")
    return tool_use({**part, "arguments": inner} if inner is not None else part, "provider")


def _tool_result(part: Part, executed_by: ExecutedBy = "client") -> Block:
    content = _first(part, "response", "result", "output", "content")
    failed = part.get("isError", part.get("is_error"))
    is_error = failed if type(failed) is bool else {"error": True, "success": False}.get(str(part.get("status")))
    if type(content) is dict and content.keys() == {"type", "value"}:
        # The AI SDK wraps an output with the kind it is of.
        is_error = True if str(content["type"]).startswith("error") else is_error
        content = content["value"]
    call_id = id_text(_first(part, "id", "toolCallId", "tool_call_id", "tool_use_id", "call_id", "toolUseId"))
    return ToolResult(call_id, content, is_error, text_or_none(_first(part, "name", "toolName")), executed_by)


def _provider_tool_result(part: Part) -> Block:
    inner = part.get("server_tool_call_response")
    return _tool_result({**part, "response": inner} if inner is not None else part, "provider")


def _image(part: Part) -> Block:
    return Image(_media_type(part), part)


def _file(part: Part) -> Block:
    media = _media_type(part)
    modality = part.get("modality")
    is_image = modality == "image" or (media is not None and media.startswith("image/"))
    return Image(media, part) if is_image else Document(media, part)


def _media_type(part: Part) -> str | None:
    found = _first(part, "mime_type", "media_type", "mediaType", "mimeType")
    if found is None:
        for key in ("source", "image_url", "image", "url", "data"):
            inner = part.get(key)
            if type(inner) is dict:
                return _media_type(inner)
            if type(inner) is str and inner.startswith("data:"):
                return inner[5:100].partition(",")[0].partition(";")[0] or None
    return found if type(found) is str else None


_READERS: dict[str, Callable[[Part], Block]] = {
    **dict.fromkeys(("text", "input_text", "output_text"), _text),
    "refusal": _refusal,
    **dict.fromkeys(("thinking", "reasoning", "redacted_thinking", "redacted-reasoning"), _thinking),
    **dict.fromkeys(("tool_call", "tool-call", "tool_use", "function", "function_call"), _tool_use),
    **dict.fromkeys(("server_tool_call", "server_tool_use"), _provider_tool_use),
    **dict.fromkeys(
        ("tool_call_response", "tool-result", "tool_result", "function_call_output", "tool-error"), _tool_result
    ),
    "server_tool_call_response": _provider_tool_result,
    **dict.fromkeys(("image", "image_url", "input_image", "image-url"), _image),
    **dict.fromkeys(
        (
            "blob", "uri", "file", "binary", "document", "input_file", "file_data", "media", "document-url",
            "audio", "video", "input_audio", "audio-url", "video-url",
        ),
        _file,
    ),
}  # fmt: skip
_BY_KEY: dict[str, Callable[[Part], Block]] = {
    "toolUse": lambda part: tool_use(part["toolUse"]),
    "toolResult": lambda part: _tool_result(part["toolResult"]),
    "reasoningContent": _bedrock_reasoning,
    "functionCall": lambda part: tool_use(part["functionCall"]),
    "function_call": lambda part: tool_use(part["function_call"]),
    "functionResponse": lambda part: _tool_result(part["functionResponse"]),
    "function_response": lambda part: _tool_result(part["function_response"]),
    "image": _image,
    "document": _file,
    "inlineData": lambda part: _file(part["inlineData"]),
    "inline_data": lambda part: _file(part["inline_data"]),
    "fileData": lambda part: _file(part["fileData"]),
    "text": lambda part: Thinking(text_or_none(part["text"])) if part.get("thought") is True else _text(part),
}
"""Bedrock and Gemini name a part's kind by its only key."""
