"""Grok CLI: `chat_history.jsonl`, lines {"type": system | user | reasoning | assistant | tool_result, "content"}."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, text, text_or_none
from viewer.formats.entries import Aside, Entry, Input, Piece, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.openai_messages import tool_use
from viewer.formats.shapes.response_blocks import blocks as item_blocks
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Image, Text, Thinking, ToolResult, ToolUse, Unknown
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "grok"
_OF_MODEL = ("reasoning", "backend_tool_call")
_BROKEN_OFF = Aside("reply broken off", "the model's reasoning and provider calls; no reply completes them")


def detect(decoded: JsonRecords) -> Match | None:
    """Claim lines by what only this program puts on them."""
    for value in list(decoded.values(20)):
        if type(value) is not dict:
            continue
        kind = value.get("type")
        if kind == "assistant" and "model_fingerprint" in value and "content" in value:
            return Match(3, "`model_fingerprint` of an assistant line")
        if kind == "user" and "content" in value and ("prompt_index" in value or "synthetic_reason" in value):
            return Match(3, "`prompt_index` or `synthetic_reason` of a user line")
        if kind == "backend_tool_call" and "kind" in value:
            return Match(3, "a line of type backend_tool_call")
    return None


def heads(path: PurePath) -> tuple[PurePath, ...]:
    """What the session's summary says of it."""
    return (path.parent / "summary.json",) if path.name == "chat_history.jsonl" else ()


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run a file."""
    builder = RunBuilder(one_result_per_record=True)
    chat = _Chat(builder)
    builder.map(decoded.records, chat.entry)
    chat.break_off()
    found = (part.value for part in decoded.companions if isinstance(part, JsonDocument) and type(part.value) is dict)
    summary = next(found, {})
    told = summary.get("info")
    head = told if type(told) is dict else {}
    yield builder.finish(
        run_id=str(head.get("id") or ""),
        format=NAME,
        records=(RecordArray("", 1, len(decoded.records)),),
        attributes={key: value for key, value in {**head, **summary}.items() if key != "info"},
        ending=_ending(builder, chat),
    )


def _ending(builder: RunBuilder, chat: "_Chat") -> Ending:
    last = builder.messages[-1].records[-1] if builder.messages else 0
    if chat.broken_off > last:
        return Ending("open", "the list stops after reasoning that no reply completes")
    return ending_by_messages(builder)


class _Chat:
    """Reads the lines in order: reasoning and provider calls stand before the reply that they belong to."""

    def __init__(self, builder: RunBuilder) -> None:
        self._builder = builder
        self._waiting: list[tuple[int, tuple[Block, ...]]] = []
        self.broken_off = 0
        """The last record of a reply that never came."""

    def entry(self, record: Record) -> Entry:
        """What a line is."""
        value = mapping(record.value)
        kind = text(value["type"])
        if kind in _OF_MODEL:
            self._waiting.append((record.number, _piece(kind, value)))
            return Piece()
        if kind == "assistant":
            made = _reply_blocks(value)
            before = [block for _, piece in self._waiting for block in piece]
            self._waiting.clear()
            return Reply((*before, *made), model=text_or_none(value.get("model_id")))
        self.break_off()
        if kind == "system":
            return system_entry(self._builder, value["content"], _blocks(value["content"]))
        if kind == "user":
            made = _blocks(value["content"])
            return Input(made, who="caller" if value.get("synthetic_reason") is None else "loop")
        if kind == "tool_result":
            flag = value.get("is_error")
            call_id = text_or_none(value.get("tool_call_id"))
            return Input((ToolResult(call_id, value.get("content"), flag if type(flag) is bool else None),))
        raise ValueError(f"lines of type {kind!r} are not known")

    def break_off(self) -> None:
        """What waits for its reply waits in vain."""
        if self._waiting:
            self._builder.give_up_pieces(_BROKEN_OFF)
            self.broken_off = self._waiting[-1][0]
            self._waiting.clear()


def _piece(kind: str, value: dict[str, Any]) -> tuple[Block, ...]:
    if kind == "reasoning":
        return item_blocks(value)
    call = mapping(value["kind"])
    name = text(call["tool_type"])
    given = call.get("action", {key: one for key, one in call.items() if key not in ("tool_type", "id", "status")})
    return (ToolUse(text_or_none(call.get("id")), name, given, "provider"),)


def _reply_blocks(value: dict[str, Any]) -> tuple[Block, ...]:
    made: list[Block] = []
    reasoning = value.get("reasoning")
    if type(reasoning) is dict:
        made.append(Thinking(text_or_none(reasoning.get("text")), text_or_none(reasoning.get("encrypted"))))
    if value["content"] != "":
        made.extend(_blocks(value["content"]))
    made.extend(tool_use(mapping(call)) for call in listing(value.get("tool_calls") or []))
    return tuple(made)


def _blocks(content: Any) -> tuple[Block, ...]:
    if type(content) is str:
        return (Text(content),)
    return tuple([_part(part) for part in listing(content)])


def _part(part: Any) -> Block:
    kind = mapping(part).get("type")
    if kind == "text":
        return Text(text(part["text"]))
    if kind == "image":
        return Image(None, part)
    return Unknown(str(kind), part)


FORMAT = Format(
    NAME,
    "Grok CLI",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"model_fingerprint", "prompt_index", "synthetic_reason", "kind"}),
    ending="open while a reply or result is due, unknown otherwise: the file holds no verdict",
    usage="none is recorded",
    one_result_per_record=True,
    cap_unit="turn",
    heads=heads,
)
