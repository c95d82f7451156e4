"""What a model answered, out of whatever value the framework stored as the call's output."""

from collections.abc import Callable
from typing import Any

import msgspec

from viewer.formats.convert import stop_reason
from viewer.formats.entries import Reply
from viewer.formats.shapes import anthropic_blocks, openai_messages
from viewer.formats.shapes.any_message import content_blocks, decoded
from viewer.formats.shapes.any_part import tool_use
from viewer.formats.shapes.gemini_calls import WIRE as GEMINI
from viewer.formats.shapes.gemini_parts import either, stop_of
from viewer.formats.shapes.gemini_parts import usage as gemini_usage
from viewer.formats.shapes.langchain_messages import entry_of_message, unwrapped, usage
from viewer.formats.shapes.response_items import reply_of
from viewer.formats.shapes.traced_messages import is_message, message
from viewer.model.block import Block, Text, Unknown
from viewer.model.usage import Usage

_DEEPEST = 4
_NOTHING = (None, "", "None", "null")
"""Python's and JSON's words for a reply that was not stored."""


def answered(value: Any, depth: int = 0) -> Reply:
    """The reply that a call's output stands for: without blocks where none is stored."""
    value = decoded(value)
    if type(value) is str or value is None:
        return Reply(()) if value in _NOTHING else Reply((Text(value),))
    if type(value) is list:
        return _of_list(value, depth)
    if type(value) is not dict or depth > _DEEPEST:
        return Reply((Unknown("output", value),))
    for key, read in _BODIES.items():
        if value.get(key):
            return read(value)
    if is_message(value):
        return _of_message(value)
    return _of_other(value, depth)


def _of_list(entries: list[Any], depth: int) -> Reply:
    """Messages or parts that make one reply together."""
    if len(entries) == 1 and type(entries[0]) is list:
        return answered(entries[0], depth + 1)
    made = [_of_entry(one, depth) for one in entries]
    blocks = tuple([block for one in made for block in one.blocks])
    told = next((one for one in reversed(made) if one.stop_reason_recorded), None) or Reply(())
    measured = next((one.usage for one in made if one.usage is not None), None)
    model = next((one.model for one in made if one.model), None)
    return Reply(blocks, None, measured, told.stop_reason, told.stop_reason_recorded, model)


def _of_entry(entry: Any, depth: int) -> Reply:
    if type(entry) is str:
        return Reply((Text(entry),))
    if type(entry) is not dict:
        return Reply((Unknown("output", entry),))
    if "toolCallId" in entry or "toolName" in entry:
        return Reply((tool_use(entry),))
    if is_message(entry):
        return _of_message(entry)
    if type(entry.get("type")) is str or "parts" not in entry:
        return Reply(content_blocks([entry]))
    return answered(entry, depth + 1)


def _of_message(value: dict[str, Any]) -> Reply:
    """A message; those of others than the model (a loop's whole turn) are kept as they are."""
    if unwrapped(value) is not None and "role" not in value:
        entry = entry_of_message(value)
        return entry if type(entry) is Reply else Reply((Unknown("message of another", value),))
    found = message(value)
    if found.role != "assistant" and "role" in value:
        return Reply((Unknown(f"message of role {value['role']}", value),))
    return _told(found.blocks, value)


def _told(blocks: tuple[Block, ...], body: dict[str, Any]) -> Reply:
    """Blocks with what stands beside them: why the reply ended, its model, its tokens."""
    word = next(
        (
            body[key]
            for key in ("finish_reason", "stop_reason", "finishReason", "stopReason")
            if type(body.get(key)) is str and body[key]
        ),
        None,
    )
    model = body.get("model")
    # Gemini's words are in capitals, and its STOP is also what a reply with calls says.
    reason = stop_of(word, blocks)[0] if word is not None and word.isupper() else stop_reason(word)
    return Reply(blocks, None, counted(body), reason, word, model if type(model) is str and model else None)


def counted(body: dict[str, Any]) -> Usage | None:
    """Token counts beside a reply: LangChain's, Gemini's, Anthropic's or OpenAI's."""
    held = body.get("usage_metadata")
    if type(held) is dict:
        return gemini_usage(held) if "prompt_token_count" in held else usage(held)
    if type(body.get("usageMetadata")) is dict:
        return gemini_usage(body["usageMetadata"])
    held = body.get("usage")
    if type(held) is not dict:
        return None
    return anthropic_blocks.usage(held) if "input_tokens" in held else openai_messages.usage(held)


def _of_choices(body: dict[str, Any]) -> Reply:
    """A response of the Chat Completions API, or of the older completions one."""
    first, *further = body["choices"]
    inner = first.get("message") or first.get("delta")
    more = tuple([Unknown("a further choice", choice) for choice in further])
    made: tuple[Block, ...] = content_blocks(first.get("text")) if inner is None else message(_as_reply(inner)).blocks
    reply = _told(made + more, body)
    word = first.get("finish_reason")
    if type(word) is dict:
        word = word.get("finish_reason")  # LangSmith's wrapper of streams in JavaScript puts the last choice there
    return msgspec.structs.replace(reply, stop_reason=stop_reason(word), stop_reason_recorded=word)


def _as_reply(inner: dict[str, Any]) -> dict[str, Any]:
    return inner if inner.get("role") else {**inner, "role": "assistant"}


def _of_candidates(body: dict[str, Any]) -> Reply:
    reply = GEMINI.reply_of_response(_with_words(body))
    return msgspec.structs.replace(reply, context=None) if type(reply) is Reply else Reply(())


def _with_words(body: dict[str, Any]) -> dict[str, Any]:
    """Vertex writes why a reply ended as a number, which is no word of the API's."""
    made = []
    for candidate in body["candidates"]:
        reason = either(candidate, "finishReason", "finish_reason")
        if type(reason) is int:
            candidate = {**candidate, "finish_reason": _VERTEX.get(reason, f"finish reason {reason}")}
        made.append(candidate)
    return {**body, "candidates": made}


_VERTEX = {0: "FINISH_REASON_UNSPECIFIED", 1: "STOP", 2: "MAX_TOKENS", 3: "SAFETY", 4: "RECITATION"}


def _of_generations(body: dict[str, Any]) -> Reply:
    """LangChain's result of a batch of one."""
    first = body["generations"][0]
    if type(first) is list:
        first = first[0]
    held, told = first.get("message"), first.get("generation_info")
    reply = answered(held, 1) if held is not None else Reply(content_blocks(first.get("text")))
    if reply.stop_reason_recorded is None and type(told) is dict:
        found = _told((), told)
        reply = msgspec.structs.replace(
            reply, stop_reason=found.stop_reason, stop_reason_recorded=found.stop_reason_recorded
        )
    output = body.get("llm_output")
    if reply.usage is None and type(output) is dict and type(output.get("token_usage")) is dict:
        return msgspec.structs.replace(reply, usage=openai_messages.usage(output["token_usage"]))
    return reply


def _of_response(body: dict[str, Any]) -> Reply:
    """A stored response of the Responses API, else a wrapper around the output."""
    if type(body["output"]) is not list or not any(map(is_message, body["output"])):
        return answered(body["output"], 1)
    made = tuple([block for item in body["output"] for block in message(item).blocks])
    reply = reply_of(body, made)
    used = counted(body) if reply.usage is None else reply.usage
    return msgspec.structs.replace(reply, usage=used, timestamp=None, seconds=None, compacts=None)


_BODIES: dict[str, Callable[[dict[str, Any]], Reply]] = {
    "choices": _of_choices,
    "candidates": _of_candidates,
    "generations": _of_generations,
    "output": _of_response,
}


def _of_other(body: dict[str, Any], depth: int) -> Reply:
    """A reply in a wrapper, or a body that no vendor's API has."""
    for key in ("message", "messages", "response", "outputs"):
        if body.get(key):
            return answered(body[key], depth + 1)
    if type(body.get("content")) is dict:
        return _told(answered(body["content"], depth + 1).blocks, body)
    calls = decoded(body.get("toolCalls", body.get("tool_calls")))
    words = next((body[key] for key in ("content", "text", "completion") if body.get(key)), None)
    if words is None and not calls:
        return Reply((Unknown("output", body),))
    made: list[Block] = list(content_blocks(words))
    made.extend(tool_use(call) for call in calls or ())
    return _told(tuple(made), body)
