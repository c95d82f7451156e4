"""Stream chunks of the Chat Completions API, put together to the response that they carried."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.convert import listing

_JOINED = ("reasoning_content", "reasoning", "refusal")
"""Texts of a delta that continue the one before, beside `content`."""
_LISTS = ("reasoning_details", "thinking_blocks", "annotations")


def is_chunk(value: Any) -> bool:
    """A whole chunk, or the placeholder that some gateways send first; a damaged one is none."""
    if type(value) is not dict or type(value.get("choices")) is not list:
        return False
    choices = value["choices"]
    if not all(_is_delta(choice) for choice in choices):
        return False
    if value.get("object") == "chat.completion.chunk":
        return True
    return any("delta" in choice for choice in choices) if choices else value.get("object") == ""


def _is_delta(choice: Any) -> bool:
    if type(choice) is not dict or "message" in choice:
        return False
    delta = choice.get("delta")
    if delta is None:
        return True
    if type(delta) is not dict or type(delta.get("content")) not in (str, list, type(None)):
        return False
    if any(type(delta.get(key)) not in (str, type(None)) for key in _JOINED):
        return False
    if any(type(delta.get(key)) not in (list, type(None)) for key in _LISTS):
        return False
    calls = delta.get("tool_calls")
    return calls is None or (type(calls) is list and all(_is_call(call) for call in calls))


def _is_call(call: Any) -> bool:
    if type(call) is not dict or type(call.get("id")) not in (str, type(None)):
        return False
    function = call.get("function")
    return function is None or (type(function) is dict and type(function.get("name")) in (str, type(None)))


@dataclass
class _Stream:
    """The chunks of one reply."""

    id: str | None
    numbers: list[int] = field(default_factory=list)
    chunks: list[dict[str, Any]] = field(default_factory=list)
    finished: bool = False


@dataclass
class Gathered:
    """Records in which each stream stands as one response."""

    records: list[Record | BadRecord]
    numbers: dict[int, tuple[int, ...]]
    """Number of a stream's first chunk -> numbers of all its chunks."""
    broken_off: frozenset[int]
    """Numbers of the first chunks of streams that name no end."""


def gathered(records: Iterable[Record | BadRecord]) -> Gathered:
    """Put chunks of one id together, at the place of the first; chunks without an id join the stream before them."""
    kept: list[Record | BadRecord | _Stream] = []
    streams: dict[str, _Stream] = {}
    last: _Stream | None = None
    for record in records:
        if isinstance(record, BadRecord) or not is_chunk(record.value):
            kept.append(record)
            continue
        chunk = record.value
        chunk_id = chunk.get("id")
        if type(chunk_id) is not str or not chunk_id:
            chunk_id = None
        stream = last if chunk_id is None else streams.get(chunk_id)
        if stream is None and last is not None and last.id is None and not last.finished:
            stream = last
        if stream is None or (stream.finished and _starts(chunk)):
            stream = _Stream(chunk_id)
            kept.append(stream)
        if chunk_id is not None:
            stream.id = chunk_id
            streams[chunk_id] = stream
        last = stream
        stream.numbers.append(record.number)
        stream.chunks.append(chunk)
        stream.finished = stream.finished or any(choice.get("finish_reason") for choice in chunk["choices"])
    whole = [one for one in kept if isinstance(one, _Stream)]
    return Gathered(
        [Record(one.numbers[0], {"chunks": one.chunks}) if isinstance(one, _Stream) else one for one in kept],
        {one.numbers[0]: tuple(one.numbers) for one in whole},
        frozenset(one.numbers[0] for one in whole if not one.finished),
    )


def _starts(chunk: dict[str, Any]) -> bool:
    """The first chunk of a reply names the role; so does the last of some gateways, which brings the usage."""
    return not chunk.get("usage") and any((choice.get("delta") or {}).get("role") for choice in chunk["choices"])


def assembled(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """The response as it would have been sent without streaming."""
    made: dict[str, Any] = {"usage": None}
    choices: dict[Any, dict[str, Any]] = {}
    for chunk in chunks:
        for key in ("id", "model", "created"):
            if chunk.get(key):
                made[key] = chunk[key]
        groq = chunk.get("x_groq")
        made["usage"] = chunk.get("usage") or (groq.get("usage") if type(groq) is dict else None) or made["usage"]
        for choice in chunk["choices"]:
            whole = choices.setdefault(choice.get("index", 0), {"message": {}, "finish_reason": None})
            _add(whole["message"], choice.get("delta") or {})
            whole["finish_reason"] = choice.get("finish_reason") or whole["finish_reason"]
            made["usage"] = choice.get("usage") or made["usage"]
    for whole in choices.values():
        _close(whole["message"])
    made["choices"] = list(choices.values())
    return made


def _add(message: dict[str, Any], delta: dict[str, Any]) -> None:
    for key, value in delta.items():
        if value is None:
            continue
        if key == "content":
            _add_content(message.setdefault("content", []), value)
        elif key in _JOINED:
            message.setdefault(key, []).append(value)
        elif key in _LISTS:
            message.setdefault(key, []).extend(value)
        elif key == "tool_calls":
            for call in value:
                _add_call(message.setdefault("tool_calls", []), call)
        elif key == "function_call" and type(value) is dict:
            _add_function(message.setdefault("function_call", {"name": "", "arguments": ""}), value)
        else:
            message[key] = value


def _add_content(parts: list[Any], value: str | list[Any]) -> None:
    """Texts go on; so do the thinking parts that Mistral sends piece by piece."""
    pieces: list[Any] = [{"type": "text", "text": value}] if type(value) is str else listing(value)
    for piece in pieces:
        kind: Any = piece.get("type") if type(piece) is dict else None
        words = _words(piece, kind)
        if words is None:
            parts.append(piece)
        elif parts and parts[-1].get("type") == kind and type(parts[-1].get(kind)) is list:
            parts[-1][kind].append(words)
        elif words:
            parts.append({"type": kind, kind: [words]})


def _words(piece: Any, kind: Any) -> str | None:
    if kind == "text" and type(piece.get("text")) is str:
        return str(piece["text"])
    if kind == "thinking":
        inner = piece.get("thinking")
        if type(inner) is str:
            return inner
        if type(inner) is list and all(type(one) is dict and type(one.get("text")) is str for one in inner):
            return "".join(one["text"] for one in inner)
    return None


def _add_call(calls: list[dict[str, Any]], delta: dict[str, Any]) -> None:
    """By index; but some gateways give every call the index 0, and then a new id starts a new call."""
    index, call_id = delta.get("index"), delta.get("id")
    same = [call for call in calls if call["index"] == index] if index is not None else calls[-1:]
    whole = same[-1] if same else None
    if whole is None or (call_id and whole["id"] and whole["id"] != call_id):
        whole = {"index": index, "id": None, "function": {"name": "", "arguments": ""}}
        calls.append(whole)
    if call_id is not None:
        whole["id"] = call_id
    _add_function(whole["function"], delta.get("function") or {})


def _add_function(whole: dict[str, Any], delta: dict[str, Any]) -> None:
    whole["name"] = whole["name"] or delta.get("name") or ""
    pieces = delta.get("arguments")
    if type(pieces) is str and type(whole["arguments"]) is str:
        whole["arguments"] += pieces
    elif pieces is not None:
        whole["arguments"] = pieces


def _close(message: dict[str, Any]) -> None:
    for key in _JOINED:
        if key in message:
            message[key] = "".join(message[key])
    content = message.get("content")
    if content is None:
        return
    for part in content:
        kind = part.get("type") if type(part) is dict else None
        if kind in ("text", "thinking") and type(part.get(kind)) is list:
            part[kind] = "".join(part[kind])
    if not content or (len(content) == 1 and content[0].get("type") == "text"):
        message["content"] = content[0]["text"] if content else ""
