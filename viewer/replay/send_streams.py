"""A streamed reply put together to the reply that the API would have sent in one piece."""

import json
from collections.abc import Iterator
from typing import Any

from viewer.replay.send_endpoints import Protocol


class MalformedReply(Exception):
    """What came back is no reply of this API; the sentence says what it lacks."""


def whole_reply(protocol: Protocol, stream: str) -> dict[str, Any]:
    """The reply that server-sent events make.

    Raises:
        MalformedReply: the stream was cut, reports an error, or is none of this API.
    """
    try:
        match protocol:
            case "anthropic_messages":
                return _anthropic(_events(stream))
            case "openai_chat":
                return _chat(_events(stream))
            case "openai_responses":
                return _responses(_events(stream))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise MalformedReply(f"the stream is none of this API: {type(error).__name__}: {error}") from error


def _events(stream: str) -> Iterator[dict[str, Any]]:
    lines: list[str] = []
    for line in [*stream.replace("\r\n", "\n").split("\n"), ""]:
        if line.startswith("data:"):
            lines.append(line[5:].removeprefix(" "))
        elif not line and lines:
            text, lines = "\n".join(lines), []
            if text == "[DONE]":
                yield {"type": "[DONE]"}
                continue
            event = json.loads(text)
            if event.get("type") == "error" or isinstance(event.get("error"), dict):
                told = event.get("error") or event
                raise MalformedReply(f"the stream reports an error: {told.get('message') or told}")
            yield event


def _anthropic(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    message: dict[str, Any] = {}
    written: dict[int, str] = {}
    for event in events:
        kind = event["type"]
        if kind == "message_start":
            message = {**event["message"], "content": []}
        elif kind == "content_block_start":
            if event["index"] != len(message["content"]):
                raise ValueError("blocks of the reply are out of order")
            message["content"].append(dict(event["content_block"]))
        elif kind == "content_block_delta":
            _add(message["content"][event["index"]], event["delta"], written, event["index"])
        elif kind == "content_block_stop" and event["index"] in written:
            text = written.pop(event["index"])
            message["content"][event["index"]]["input"] = json.loads(text) if text else {}
        elif kind == "message_delta":
            message.update(event["delta"])
            told = {name: count for name, count in (event.get("usage") or {}).items() if count is not None}
            message["usage"] = {**(message.get("usage") or {}), **told}
        elif kind == "message_stop":
            return message
    raise MalformedReply("the stream was cut before `message_stop`")


def _add(block: dict[str, Any], delta: dict[str, Any], written: dict[int, str], index: int) -> None:
    match delta:
        case {"type": "text_delta", "text": str(text)}:
            block["text"] = block.get("text", "") + text
        case {"type": "thinking_delta", "thinking": str(text)}:
            block["thinking"] = block.get("thinking", "") + text
        case {"type": "signature_delta", "signature": str(text)}:
            block["signature"] = text
        case {"type": "input_json_delta", "partial_json": str(text)}:
            written[index] = written.get(index, "") + text
        case {"type": "citations_delta", "citation": citation}:
            block["citations"] = [*(block.get("citations") or []), citation]
        case {"type": "compaction_delta"}:
            block.update({name: value for name, value in delta.items() if name != "type"})
        case _:
            raise ValueError(f"a delta of type {delta.get('type')!r}")


def _chat(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    head: dict[str, Any] = {}
    message: dict[str, Any] = {"role": "assistant", "content": None}
    calls: dict[int, dict[str, Any]] = {}
    finish: str | None = None
    for event in events:
        if event.get("type") == "[DONE]":
            break
        head.update({name: value for name, value in event.items() if name != "choices" and value is not None})
        for choice in event.get("choices") or []:
            if choice.get("index", 0) != 0:
                continue
            finish = choice.get("finish_reason") or finish
            for name, value in (choice.get("delta") or {}).items():
                if name == "tool_calls":
                    for part in value or []:
                        _add_call(calls.setdefault(part.get("index", len(calls)), {}), part)
                elif name != "role" and isinstance(value, str):
                    message[name] = (message.get(name) or "") + value
                elif isinstance(value, list):
                    message[name] = [*(message.get(name) or []), *value]
    if finish is None:
        raise MalformedReply("the stream was cut before it named its end")
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**head, "object": "chat.completion", "choices": [choice]}


def _add_call(call: dict[str, Any], part: dict[str, Any]) -> None:
    for name, value in part.items():
        if name in ("function", "custom") and isinstance(value, dict):
            inner = call.setdefault(name, {})
            for key, text in value.items():
                inner[key] = (inner.get(key) or "") + (text or "")
        elif name != "index" and value is not None:
            call[name] = value


def _responses(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    for event in events:
        if event["type"] in ("response.completed", "response.incomplete", "response.failed"):
            found: dict[str, Any] = event["response"]
            return found
    raise MalformedReply("the stream was cut before its final event")
