"""Anthropic stream events: `message_start`, `content_block_delta` … as lines or server-sent events, put together."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, listing, mapping, stop_reason, text, text_or_none
from viewer.formats.entries import Aside, Entry, Piece, Reply
from viewer.formats.shapes.anthropic_blocks import blocks, compaction_rule, usage
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.request import Context
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "anthropic_stream"
_SIGNS = frozenset({"content_block_start", "content_block_delta", "content_block_stop"})
_FIELDS = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "signature_delta": ("thinking", "signature"),
    "input_json_delta": ("tool_use", "partial_json"),
}
"""Kind of delta -> the block type it belongs to, and the key of its text."""
_OF_START = ("id", "model", "usage", "stop_reason")
_NOT_IN_FILE = Context((), "unknown", reason="the request is not in this file: stream events hold replies only")


def detect(decoded: JsonRecords) -> Match | None:
    """Claim lines that are events of this stream."""
    for value in list(decoded.values(20)):
        kind = value["type"]
        if kind in _SIGNS and "index" in value:
            return Match(3, f"stream events such as {kind}")
        if kind == "message_start" and value["message"].get("type") == "message":
            return Match(3, "a `message_start` event")
    return None


class _Stream:
    """Takes the events of one message after another."""

    def __init__(self, builder: RunBuilder) -> None:
        self.broken = False
        """Whether an error event came and no message after it."""
        self._builder = builder
        self._message: dict[str, Any] = {}
        self._content: dict[int, dict[str, Any]] = {}
        self._texts: dict[tuple[int, str], list[str]] = {}

    def entry(self, record: Record) -> Entry | tuple[Entry, ...]:
        """What one event is: a piece, or (the last) the whole reply."""
        event = mapping(record.value)
        match text(event["type"]):
            case "message_start":
                message = mapping(event["message"])
                # What cannot be read fails here, where it is one record's problem.
                usage(message.get("usage"))
                text_or_none(message.get("model"))
                begun = [mapping(block) for block in listing(message.get("content") or [])]
                blocks(begun)
                if self._content or (self._message and self._message.get("id") != message.get("id")):
                    self.close()
                # A gateway may send the same start twice, and a start that holds blocks already.
                self._message = {key: message[key] for key in _OF_START if message.get(key) is not None}
                self._content = dict(enumerate(begun))
                self.broken = False
            case "content_block_start":
                blocks([mapping(event["content_block"])])
                self._content[_index(event)] = event["content_block"]
            case "content_block_delta":
                self._delta(_index(event), mapping(event["delta"]))
            case "content_block_stop":
                pass
            case "ping":
                return Aside("ping", "keeps the connection open and says nothing")
            case "message_delta":
                self._end(mapping(event["delta"]), event.get("usage"))
            case "message_stop":
                return self.reply()
            case "error":
                self.broken = True
                return Aside("error", f"the provider reports: {event.get('error')}")
            case kind:
                raise ValueError(f"events of type {kind!r} are not known")
        return Piece()

    def _delta(self, index: int, delta: dict[str, Any]) -> None:
        kind = text(delta["type"])
        if kind in _FIELDS:
            block_type, key = _FIELDS[kind]
            part = text(delta[key])
            self._content.setdefault(index, {"type": block_type})
            self._texts.setdefault((index, key), []).append(part)
        elif kind == "compaction_delta":
            self._content[index] = {**self._content.get(index, {}), **delta, "type": "compaction"}

    def _end(self, delta: dict[str, Any], counts: Any) -> None:
        text_or_none(delta.get("stop_reason"))
        if counts is not None:
            told = {key: count for key, count in mapping(counts).items() if count is not None}
            merged = {**(self._message.get("usage") or {}), **told}
            usage(merged)
            self._message["usage"] = merged
        self._message["stop_reason"] = delta.get("stop_reason")

    def reply(self) -> Reply:
        """The message as far as its events go."""
        made = blocks([self._block(index) for index in sorted(self._content)])
        message, word = self._message, self._message.get("stop_reason")
        self._message, self._content, self._texts = {}, {}, {}
        return Reply(
            made,
            None,
            usage(message.get("usage")),
            stop_reason(word),
            word,
            message.get("model"),
            context=_NOT_IN_FILE,
            compacts=compaction_rule(made),
        )

    def close(self) -> bool:
        """Add the reply of a message whose end is not stored; whether there was one."""
        last = self._builder.last_piece
        if last is None:
            return False
        self._builder.add(self.reply(), last)
        return True

    def _block(self, index: int) -> dict[str, Any]:
        block = dict(self._content[index])
        for key in ("text", "thinking", "signature"):
            parts = self._texts.get((index, key))
            if parts is not None:
                begun = block.get(key)
                block[key] = (begun if type(begun) is str and key != "signature" else "") + "".join(parts)
        written = self._texts.get((index, "partial_json"))
        if written is not None:
            if "name" not in block:
                return {"type": "a tool's input without its start", "partial_json": "".join(written)}
            block["input"] = arguments("".join(written)) if "".join(written) else block.get("input")
        return block


def _index(event: dict[str, Any]) -> int:
    index = event["index"]
    if type(index) is not int:
        raise TypeError("index is no whole number")
    return index


def read(decoded: JsonRecords) -> Iterator[Run]:
    """One run: each message of the stream is a reply; what was sent between them is not in the file."""
    builder = RunBuilder()
    stream = _Stream(builder)
    builder.map(decoded.records, stream.entry)
    cut = stream.close()
    ids = list(dict.fromkeys(str(value["message"].get("id") or "") for value in decoded.values() if _starts(value)))
    yield builder.finish(
        run_id=ids[0] if len(ids) == 1 else "",
        format=NAME,
        records=(RecordArray("", 1, len(decoded.records)),),
        ending=_ending(builder, cut=cut, broken=stream.broken),
    )


def _starts(value: Any) -> bool:
    return type(value) is dict and value.get("type") == "message_start" and type(value.get("message")) is dict


def _ending(builder: RunBuilder, *, cut: bool, broken: bool) -> Ending:
    if broken:
        return Ending("censored", "an `error` event ends the stream", "crash")
    if cut:
        return Ending("open", "the stream stops before `message_stop`")
    return ending_by_messages(builder)


FORMAT = Format(
    NAME,
    "Anthropic stream events",
    takes=(JsonRecords,),
    detect=detect,
    read=read,
    signs=frozenset({"type"}),
    line_signs=frozenset({"type=message_start", *(f"type={kind}" for kind in _SIGNS)}),
    ending="by the last event: an error, a missing `message_stop`; else open while a result is due, unknown otherwise",
    usage="of `message_start`, overwritten by `message_delta`, whose counts are cumulative; input excludes cache",
    cap_unit="none",
)
