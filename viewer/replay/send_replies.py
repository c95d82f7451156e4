"""Replies of the three APIs: what a model asked for, and the list that the next request sends."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from viewer.formats.convert import arguments as parsed_arguments
from viewer.replay.anthropic_request import result_content as anthropic_content
from viewer.replay.built import LIST_OF, Losses
from viewer.replay.openai_request import result_content as chat_content
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_streams import MalformedReply

Ended = Literal["ended", "calls", "paused", "cut_short"]
_LIMIT_WORDS = frozenset({"max_tokens", "length", "model_context_window_exceeded", "incomplete"})
_OTHER_CLIENT_CALLS = frozenset({"computer_call", "local_shell_call", "shell_call", "apply_patch_call"})


@dataclass(frozen=True)
class AskedCall:
    """A call that the loop would have to make."""

    id: str | None
    tool: str
    arguments: Any
    kind: str
    """The API's own word for this sort of call."""


@dataclass(frozen=True)
class ModelReply:
    """One reply."""

    raw: dict[str, Any]
    """As it came."""
    entries: tuple[dict[str, Any], ...]
    """What the next request's list holds of it."""
    calls: tuple[AskedCall, ...]
    ended: Ended


def read_reply(protocol: Protocol, raw: Any) -> ModelReply:
    """What a reply says.

    Raises:
        MalformedReply: it is none of this API.
    """
    if not isinstance(raw, dict):
        raise MalformedReply("the reply is no JSON object")
    try:
        match protocol:
            case "anthropic_messages":
                return _anthropic(raw)
            case "openai_chat":
                return _chat(raw)
            case "openai_responses":
                return _responses(raw)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise MalformedReply(f"the reply is none of this API: {type(error).__name__}: {error}") from error


def continued(protocol: Protocol, request: dict[str, Any], entries: list[dict[str, Any]]) -> dict[str, Any]:
    """The next request: the same with entries after the end of its list."""
    name = LIST_OF[protocol]
    before = request[name]
    if isinstance(before, str):
        before = [{"role": "user", "content": before}]
    return {**request, name: [*before, *entries]}


def answers(protocol: Protocol, given: list[tuple[AskedCall, Any, bool | None]]) -> list[dict[str, Any]]:
    """Recorded results as the list takes them.

    Args:
        protocol: whose list.
        given: each call with the content and error flag of its result.
    """
    losses = Losses()  # what cannot be said of a recorded result is told where the run itself is sent
    match protocol:
        case "anthropic_messages":
            blocks = []
            for call, content, is_error in given:
                block: dict[str, Any] = {"type": "tool_result", "tool_use_id": call.id}
                if content is not None:
                    block["content"] = anthropic_content(content, False, losses, 0, 0)
                blocks.append(block if is_error is None else {**block, "is_error": is_error})
            return [{"role": "user", "content": blocks}]
        case "openai_chat":
            return [
                {"role": "tool", "tool_call_id": call.id, "content": chat_content(content, False, losses, 0, 0)}
                for call, content, _ in given
            ]
        case "openai_responses":
            return [
                {"type": f"{call.kind}_output", "call_id": call.id, "output": _output(content)}
                for call, content, _ in given
            ]


def _output(content: Any) -> Any:
    if isinstance(content, str):
        return content
    if isinstance(content, list) and content and all(_is_input_part(part) for part in content):
        return content
    return "" if content is None else json.dumps(content, ensure_ascii=False)


def _is_input_part(part: Any) -> bool:
    return isinstance(part, dict) and str(part.get("type")).startswith("input_")


def _anthropic(raw: dict[str, Any]) -> ModelReply:
    content = raw["content"]
    if not isinstance(content, list) or raw.get("role", "assistant") != "assistant":
        raise TypeError("`content` is no list of blocks")
    calls = tuple(
        AskedCall(_text(block["id"]), _text(block["name"]), _object(block["input"]), "tool_use")
        for block in content
        if block["type"] == "tool_use"
    )
    # An empty reply ends a run and is never sent again: no API takes an assistant message without content.
    return ModelReply(raw, ({"role": "assistant", "content": content},), calls, _ended(raw.get("stop_reason"), calls))


def _chat(raw: dict[str, Any]) -> ModelReply:
    choice = raw["choices"][0]
    message = choice["message"]
    if not isinstance(message, dict):
        raise TypeError("`message` is no object")
    calls = []
    for call in message.get("tool_calls") or []:
        if call.get("type", "function") == "custom":
            calls.append(AskedCall(_text(call["id"]), _text(call["custom"]["name"]), call["custom"]["input"], "custom"))
        else:
            function = call["function"]
            made = parsed_arguments(function["arguments"])
            calls.append(AskedCall(_text(call["id"]), _text(function["name"]), made, "function"))
    if message.get("function_call"):
        function = message["function_call"]
        calls.append(AskedCall(None, _text(function["name"]), parsed_arguments(function["arguments"]), "function_call"))
    # Lists and fields that are empty are no part of a message: some servers refuse them.
    entry = {name: value for name, value in message.items() if value not in (None, [])}
    entry = {"role": "assistant", **entry}
    if "content" not in entry:
        entry["content"] = None
    return ModelReply(raw, (entry,), tuple(calls), _ended(choice.get("finish_reason"), tuple(calls)))


def _responses(raw: dict[str, Any]) -> ModelReply:
    items = raw["output"]
    if not isinstance(items, list):
        raise TypeError("`output` is no list of items")
    status = raw.get("status", "completed")
    if status not in ("completed", "incomplete"):
        error = raw.get("error")
        told = error.get("message") if isinstance(error, dict) else None
        raise MalformedReply(f"the response is {status}" + (f": {told}" if told else ""))
    calls = []
    for item in items:
        kind = item["type"]
        if kind == "function_call":
            made = parsed_arguments(item["arguments"])
            calls.append(AskedCall(_text(item["call_id"]), _text(item["name"]), made, kind))
        elif kind == "custom_tool_call":
            calls.append(AskedCall(_text(item["call_id"]), _text(item["name"]), item["input"], kind))
        elif kind in _OTHER_CLIENT_CALLS:
            calls.append(AskedCall(None, kind.removesuffix("_call"), item.get("action"), kind))
    return ModelReply(raw, tuple(items), tuple(calls), _ended(status, tuple(calls)))


def _ended(word: Any, calls: tuple[AskedCall, ...]) -> Ended:
    if word in _LIMIT_WORDS:
        return "cut_short"
    if word == "pause_turn":
        return "paused"
    return "calls" if calls else "ended"


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError("a call without id or name")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("the arguments of a call are no object")
    return value
