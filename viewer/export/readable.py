"""The parts that readable exports share: one message as its four facts and its blocks, as plain text pieces."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from viewer.analysis.context import Visible, visible
from viewer.analysis.control import Control, control
from viewer.analysis.pairing import Pairing, pair
from viewer.model.block import Block, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.message import Message
from viewer.model.position import Position
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens

NO_THINKING = (
    "a thinking block is present; no text was returned: the request did not ask for it or the provider did not "
    "return it; the stored list can't say which"
)


@dataclass(frozen=True)
class Piece:
    """One block: a line that says what it is, and its text."""

    position: str
    title: str
    text: str
    kind: Literal["text", "image"] = "text"
    raw: Any = None


@dataclass(frozen=True)
class Told:
    """One message with its facts."""

    position: str
    title: str
    facts: tuple[tuple[str, str], ...]
    pieces: tuple[Piece, ...]


def facts_of_run(run: Run) -> list[tuple[str, str]]:
    """What the run is, in short."""
    made = [
        ("run", run.run_id),
        ("format", run.format),
        ("source", run.source.name),
        ("models", ", ".join(run.models) or "not recorded"),
        ("outcome", run.outcome),
        ("ending", f"{run.ending.kind}: {run.ending.rule}"),
        ("messages", f"{len(run.messages):,}"),
        ("model requests", f"{len(run.requests):,}"),
    ]
    return [*made, *((name, value) for name, value in (("label", run.label), ("task", run.task)) if value)]


def told(run: Run) -> Iterator[Told]:
    """Every message of a run, in order."""
    pairing = pair(run.messages)
    requests = {request.message_index: request for request in run.requests}
    for message, saw, moved in zip(run.messages, visible(run, pairing), control(run), strict=True):
        yield _told(run, message, saw, moved, requests.get(message.index), pairing)


def _told(run: Run, message: Message, saw: Visible, moved: Control, request: Request | None, pairing: Pairing) -> Told:
    who = " and ".join(
        producer.who + (f", request {producer.k}" if producer.k is not None else "") for producer in message.producers
    )
    facts = [("saw" if saw.at == "produced" else "acted on with", _saw(saw)), ("control", f"{moved.to}: {moved.why}")]
    if request is not None:
        size = prompt_tokens(request.usage)
        facts.append(("input tokens", "not recorded" if size is None else f"{size:,}"))
        facts.append(("stop_reason", request.stop_reason or "not recorded"))
    if message.timestamp:
        facts.append(("time", message.timestamp))
    pieces = tuple(_piece(run, message.index, number, block, pairing) for number, block in enumerate(message.blocks))
    return Told(str(Position(message.index)), f"{message.role} message · {who}", tuple(facts), pieces)


def _saw(saw: Visible) -> str:
    ranges = " ".join(str(Position(first, last=last if last != first else None)) for first, last in saw.ranges)
    status = f"{saw.status}: {saw.rule or saw.reason}" if saw.rule or saw.reason else saw.status
    return f"{ranges} ({status})" if ranges else f"({status})"


def _piece(run: Run, message: int, number: int, block: Block, pairing: Pairing) -> Piece:
    position = str(Position(message, number))
    match block:
        case Text(text):
            by_model = run.messages[message].role == "assistant"
            return Piece(position, "text, written for the user" if by_model else "text", text)
        case Thinking(text):
            return Piece(position, "thinking", text or NO_THINKING)
        case ToolUse():
            answer = pairing.answers.get((message, number))
            where = f"result at {Position(*answer)}" if answer else "no result in this file"
            if block.executed_by == "provider":
                where = "run by the provider"
            return Piece(position, f"tool_use {block.name} {block.id or '(no id)'} · {where}", _written(block.input))
        case ToolResult():
            call = pairing.calls.get((message, number))
            flag = {True: " · flagged as an error", False: "", None: " · no error flag recorded"}[block.is_error]
            where = f"of the call at {Position(*call)}" if call else "without a call in this file"
            return Piece(
                position, f"tool_result {block.tool_use_id or '(no id)'} {where}{flag}", _result(block.content)
            )
        case Image(media_type, raw):
            return Piece(position, f"image {media_type or ''}".rstrip(), _written(raw), "image", raw)
        case Document(media_type, raw):
            return Piece(position, f"document {media_type or ''}".rstrip(), _written(raw))
        case Unknown(kind, raw):
            return Piece(position, f"part of unknown kind {kind}", _written(raw))


def _result(content: Any) -> str:
    if isinstance(content, list) and content and all(isinstance(part, dict) and "text" in part for part in content):
        return "\n".join(str(part["text"]) for part in content)
    return "(no content)" if content is None else _written(content)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
