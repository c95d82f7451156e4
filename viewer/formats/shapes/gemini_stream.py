"""Chunks of streamGenerateContent, put together to the response that they carried."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.shapes.gemini_parts import either


@dataclass
class _Reply:
    """The chunks of one reply."""

    id: Any
    numbers: list[int] = field(default_factory=list)
    chunks: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Gathered:
    """Records in which the chunks of each reply stand as one response."""

    records: list[Record | BadRecord]
    numbers: dict[int, tuple[int, ...]]
    """Number of a reply's first chunk -> numbers of all its chunks."""


def is_response(value: Any) -> bool:
    """A response, or a chunk of one, which has the same form; one that is damaged inside is none."""
    if type(value) is not dict or "contents" in value or "request" in value:
        return False
    candidates = value.get("candidates")
    if candidates is None:
        return either(value, "usageMetadata", "usage_metadata") is not None or (
            either(value, "promptFeedback", "prompt_feedback") is not None
        )
    return type(candidates) is list and all(_is_candidate(candidate) for candidate in candidates)


def _is_candidate(candidate: Any) -> bool:
    if type(candidate) is not dict:
        return False
    content = candidate.get("content")
    return content is None or (type(content) is dict and type(content.get("parts")) in (list, type(None)))


def gathered(records: Iterable[Record | BadRecord], *, one_stream: bool) -> Gathered:
    """Put neighbouring responses with one `responseId` together.

    Args:
        records: lines or entries of a list.
        one_stream: without ids, all are chunks of one reply, as in a stored event stream; else a chunk that gives a
            finish reason is the last of its reply.
    """
    kept: list[Record | BadRecord | _Reply] = []
    last: _Reply | None = None
    for record in records:
        if isinstance(record, BadRecord) or not is_response(record.value):
            kept.append(record)
            last = None
            continue
        chunk = record.value
        chunk_id = either(chunk, "responseId", "response_id")
        if last is None or last.id != chunk_id:
            last = _Reply(chunk_id)
            kept.append(last)
        last.numbers.append(record.number)
        last.chunks.append(chunk)
        if chunk_id is None and not one_stream and _finished(chunk):
            last = None
    return Gathered(
        [Record(one.numbers[0], _assembled(one.chunks)) if isinstance(one, _Reply) else one for one in kept],
        {one.numbers[0]: tuple(one.numbers) for one in kept if isinstance(one, _Reply) and len(one.numbers) > 1},
    )


def _finished(chunk: dict[str, Any]) -> bool:
    candidates = chunk.get("candidates") or ()
    return any(either(candidate, "finishReason", "finish_reason") for candidate in candidates)


def _assembled(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """The response as it would have been sent without streaming: neighbouring texts of one kind are one part."""
    if len(chunks) == 1:
        return chunks[0]
    made: dict[str, Any] = {}
    candidates: dict[Any, dict[str, Any]] = {}
    texts: dict[Any, list[list[str]]] = {}
    for chunk in chunks:
        made.update({key: value for key, value in chunk.items() if value is not None and key != "candidates"})
        for candidate in chunk.get("candidates") or ():
            index = candidate.get("index") if type(candidate.get("index")) is int else 0
            whole = candidates.setdefault(index, {"content": {"role": "model", "parts": []}})
            whole.update({key: value for key, value in candidate.items() if value is not None and key != "content"})
            pieces = texts.setdefault(index, [])
            for part in (candidate.get("content") or {}).get("parts") or ():
                _add(whole["content"]["parts"], pieces, part)
    for index, whole in candidates.items():
        joined = iter(texts[index])
        for part in whole["content"]["parts"]:
            if _is_text(part):
                part["text"] = "".join(next(joined))
    made["candidates"] = list(candidates.values())
    return made


def _is_text(part: Any) -> bool:
    return type(part) is dict and type(part.get("text")) is str


def _add(parts: list[Any], texts: list[list[str]], part: Any) -> None:
    if not _is_text(part):
        parts.append(part)
    elif parts and _is_text(parts[-1]) and parts[-1].get("thought") == part.get("thought"):
        texts[-1].append(part["text"])
        parts[-1].update({key: value for key, value in part.items() if key != "text"})
    else:
        parts.append(dict(part))
        texts.append([part["text"]])
