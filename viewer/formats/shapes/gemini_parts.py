"""Parts of Gemini contents, in camelCase as the API writes them or in snake_case as SDKs dump them."""

from typing import Any

from viewer.formats.convert import count, listing, mapping, stop_reason, text, text_or_none
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.request import StopReason
from viewer.model.usage import Usage

SIGNS = frozenset({
    "functionCall", "function_call", "functionResponse", "function_response", "inlineData", "inline_data", "fileData",
    "file_data", "executableCode", "executable_code", "codeExecutionResult", "code_execution_result",
    "thoughtSignature", "thought_signature",
})  # fmt: skip
"""Keys that tell a part from other vendors'; `text` alone would not."""
_REFUSALS = frozenset(
    {"SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT"}
)


def either(value: dict[str, Any], camel: str, snake: str) -> Any:
    """A field by its name in the API, else by its name in Python dumps; None where both are missing or null."""
    found = value.get(camel)
    return value.get(snake) if found is None else found


def blocks(parts: Any) -> tuple[Block, ...]:
    """The blocks of a content's parts; a text in place of a list or of a part is a text part."""
    if type(parts) is str:
        return (Text(parts),)
    return tuple([_part(part) for part in listing([] if parts is None else parts)])


def _part(part: Any) -> Block:
    if type(part) is not dict:
        return Text(part) if type(part) is str else Unknown("not an object", part)
    words = part.get("text")
    if words is not None:
        if len(part) > 1 and part.get("thought") is True:
            return Thinking(text(words), text_or_none(either(part, "thoughtSignature", "thought_signature")))
        return Text(text(words))
    call = either(part, "functionCall", "function_call")
    if call is not None:
        return ToolUse(text_or_none(mapping(call).get("id")), text(call["name"]), call.get("args"))
    result = either(part, "functionResponse", "function_response")
    if result is not None:
        return function_result(mapping(result))
    return _media(part) or _by_provider(part) or Unknown(_kind(part), part)


def function_result(result: dict[str, Any]) -> ToolResult:
    """A function response. By the API's own rule an `error` key beside no `output` reports a failure."""
    response = result.get("response")
    failed = type(response) is dict and response.get("error") is not None and response.get("output") is None
    content = response
    if type(response) is dict and len(response) == 1 and not result.get("parts"):
        content = response.get("output", response.get("error", response))
    elif result.get("parts"):
        content = {"response": response, "parts": result["parts"]}
    return ToolResult(
        text_or_none(result.get("id")), content, True if failed else None, text_or_none(result.get("name"))
    )


def _media(part: dict[str, Any]) -> Block | None:
    held = either(part, "inlineData", "inline_data") or either(part, "fileData", "file_data")
    if type(held) is not dict:
        return None
    media_type = either(held, "mimeType", "mime_type")
    media_type = media_type if type(media_type) is str else None
    return Image(media_type, part) if media_type and media_type.startswith("image/") else Document(media_type, part)


def _by_provider(part: dict[str, Any]) -> Block | None:
    """Tools that run at the provider, in the model's own reply: code execution and server-side tools."""
    code = either(part, "executableCode", "executable_code")
    if type(code) is dict:
        return ToolUse(text_or_none(code.get("id")), "code_execution", code, "provider")
    ran = either(part, "codeExecutionResult", "code_execution_result")
    if type(ran) is dict:
        outcome = ran.get("outcome")
        failed = {"OUTCOME_OK": False, "OUTCOME_FAILED": True, "OUTCOME_DEADLINE_EXCEEDED": True}.get(str(outcome))
        return ToolResult(text_or_none(ran.get("id")), ran.get("output"), failed, "code_execution", "provider")
    call = either(part, "toolCall", "tool_call")
    if type(call) is dict:
        name = str(either(call, "toolType", "tool_type"))
        return ToolUse(text_or_none(call.get("id")), name, call.get("args"), "provider")
    result = either(part, "toolResponse", "tool_response")
    if type(result) is dict:
        return ToolResult(text_or_none(result.get("id")), result.get("response"), executed_by="provider")
    return None


def _kind(part: dict[str, Any]) -> str:
    return next((key for key, value in part.items() if value is not None), "empty part")


def usage(raw: Any) -> Usage | None:
    """Token counts: the prompt includes what the cache held; thoughts and tool-use prompts are counted beside."""
    if raw is None:
        return None
    prompt = count(either(mapping(raw), "promptTokenCount", "prompt_token_count"))
    cached = count(either(raw, "cachedContentTokenCount", "cached_content_token_count"))
    for_tools = count(either(raw, "toolUsePromptTokenCount", "tool_use_prompt_token_count"))
    written = count(either(raw, "candidatesTokenCount", "candidates_token_count"))
    thought = count(either(raw, "thoughtsTokenCount", "thoughts_token_count"))
    return Usage(
        None if prompt is None else prompt - (cached or 0) + (for_tools or 0),
        cached,
        None,
        None if written is None and thought is None else (written or 0) + (thought or 0),
    )


def stop_of(word: Any, made: tuple[Block, ...]) -> tuple[StopReason | None, str | None]:
    """The canonical reason and the recorded word; STOP is also what a reply with calls says."""
    if word is None or word == "FINISH_REASON_UNSPECIFIED":
        return None, word
    word = text(word)
    if word == "STOP" and any(type(block) is ToolUse and block.executed_by == "client" for block in made):
        return "tool_use", word
    return ("refusal" if word in _REFUSALS else stop_reason(word)), word
