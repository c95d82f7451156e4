"""Claude Code's `--output-format stream-json`: events {"type": system | assistant | user | result, "session_id"}."""

from collections.abc import Iterator
from typing import Any

import msgspec

from viewer.decode.document import JsonDocument, JsonRecords, Record
from viewer.formats.base import Format, Match
from viewer.formats.convert import mapping, number_or_none, stop_reason, text, text_or_none, timestamp, whole_or_none
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.formats.shapes.anthropic_blocks import blocks, usage
from viewer.formats.shapes.call_streams import AnyRecord, CallStream, by_call, nested
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Text, ToolResult
from viewer.model.run import CutBy, Ending, Run, Stated
from viewer.model.source import RecordArray
from viewer.model.usage import Usage

NAME = "claude_code_stream"
_INIT_SIGNS = ("permissionMode", "mcp_servers", "apiKeySource", "slash_commands")
_CUTS: dict[str, CutBy] = {"error_max_turns": "steps", "error_max_budget_usd": "money"}
_PROMPT = "0..n-1, behind the prompt, which the stream does not hold"
_NO_REPLY = Aside("synthetic", "the client's words in the model's place: no model was asked, or no reply came")
_ASIDES = {
    "stream_event": "a piece of a reply as it streamed; the reply stands whole in a later event",
    "rate_limit_event": "the provider's limits",
    "tool_progress": "that a tool still runs",
}


def detect(decoded: JsonDocument | JsonRecords) -> Match | None:
    """Claim events, one a line or in a list, by what only this stream holds."""
    values = list(decoded.values(50)) if isinstance(decoded, JsonRecords) else decoded.value[:50]
    if any(type(value) is dict and value.get("type") == "tool_call" for value in values):
        return None  # Cursor's stream has the same events but for its calls
    for value in values:
        if type(value) is not dict or type(value.get("session_id")) is not str:
            continue
        kind = value.get("type")
        if kind in ("assistant", "user") and type(value.get("message")) is dict and "sessionId" not in value:
            return Match(3, f"`session_id` of an event {kind}")
        if kind == "result" and "num_turns" in value:
            return Match(3, "`num_turns` of an event result")
        if kind == "system" and value.get("subtype") == "init" and any(sign in value for sign in _INIT_SIGNS):
            return Match(3, "an event system of subtype init")
    return None


def read(decoded: JsonDocument | JsonRecords) -> Iterator[Run]:
    """One run, with the runs of its sub-agents, whose events name the call that started them."""
    records: list[AnyRecord] = list(decoded.records() if isinstance(decoded, JsonDocument) else decoded.records)
    array = RecordArray("", 1, len(records))
    streams = by_call(records, _parent)
    events = {stream.call: _Events(stream) for stream in streams}
    for stream in streams:
        stream.builder.map(stream.records, events[stream.call].entry)
    yield nested(streams, lambda stream: events[stream.call].run(array))


def _parent(record: AnyRecord) -> str | None:
    """The call that started the sub-agent that an event belongs to."""
    value = record.value if type(record) is Record else None
    found = value.get("parent_tool_use_id") if type(value) is dict else None
    return found if type(found) is str and found else None


class _Events:
    """Maps the events of the main agent, or of one that a call started."""

    def __init__(self, stream: CallStream) -> None:
        self.call = stream.call
        self.builder = stream.builder
        self._init: dict[str, Any] = {}
        self._result: dict[str, Any] = {}
        """The last one."""
        self._stated: list[Stated] = []

    def entry(self, record: Record) -> Entry:
        """What an event is. Those of unknown types that hold no message are set aside under their own type."""
        event = mapping(record.value)
        kind = text(event["type"])
        if kind == "assistant":
            return self._reply(event)
        if kind == "user":
            return _input(event)
        if kind == "system":
            return self._system(event)
        if kind == "result":
            return self._end(event, record.number)
        if "message" in event:
            raise ValueError(f"events of type {kind!r} with a message are not known")
        return Aside(kind, _ASIDES.get(kind, "the client's own, no part of the conversation"))

    def _reply(self, event: dict[str, Any]) -> Entry:
        """A piece of a reply; the prompt that it answers may stand in no event."""
        message = mapping(event["message"])
        model, word = text_or_none(message.get("model")), message.get("stop_reason")
        if model == "<synthetic>":
            return _NO_REPLY
        if not self.builder.messages:
            self.builder.begin_after(_PROMPT)
        return Reply(
            blocks(message["content"]),
            text_or_none(message.get("id")) or None,
            usage(message.get("usage")),
            stop_reason(word),
            word,
            model,
            timestamp(event.get("timestamp")),
        )

    def _system(self, event: dict[str, Any]) -> Entry:
        kind = str(event.get("subtype"))
        if kind == "compact_boundary":
            return Compacted("the list was compacted; the summary is not in the stream", known=False)
        if kind == "init" and not self._init:
            self._init = event
        return Aside(f"system: {kind}", "the client's note on the run, not sent to the model")

    def _end(self, event: dict[str, Any], number: int) -> Entry:
        """A turn ends; its totals are stated, and where the caller writes again, another follows."""
        self._result = event
        counted = event.get("usage")
        figures = (
            [whole_or_none(counted.get(name)) for name in Usage.__struct_fields__] if type(counted) is dict else []
        )
        cost, steps = number_or_none(event.get("total_cost_usd")), whole_or_none(event.get("num_turns"))
        metrics: dict[str, Any] = {
            key: event[key] for key in ("duration_ms", "duration_api_ms", "modelUsage") if key in event
        }
        self._stated.append(
            Stated("turn", f"the result in record {number}", Usage(*figures) if figures else None, cost, steps, metrics)
        )
        self.builder.end_turn()
        return Aside("result", "how the turn ended, with its totals and its last words again")

    def run(self, array: RecordArray) -> Run:
        """The run of these events."""
        word = self._result.get("subtype")
        word = word if type(word) is str else None
        scope = "run" if len(self._stated) == 1 else "turn"
        return self.builder.finish(
            run_id=self.call or str(self._init.get("session_id") or self._result.get("session_id") or ""),
            format=NAME,
            records=(array,),
            attributes={key: value for key, value in self._init.items() if key not in ("type", "subtype")},
            exit_status=word,
            ending=ending_by_messages(self.builder) if self.call else self._ending(word),
            stated=tuple(msgspec.structs.replace(stated, scope=scope) for stated in self._stated),
        )

    def _ending(self, word: str | None) -> Ending:
        """By the last `result` event; without one the stream was cut."""
        if not self._result:
            return Ending("open", "no `result` event ends the stream")
        if word in _CUTS:
            return Ending("censored", f"`result` is {word}", _CUTS[word])
        if self._result.get("is_error") is True or (word is not None and word.startswith("error")):
            return Ending("censored", f"`result` is an error: {word}", "crash")
        return ending_by_messages(self.builder)


def _input(event: dict[str, Any]) -> Entry:
    made = blocks(mapping(event["message"])["content"])
    when = timestamp(event.get("timestamp"))
    if event.get("isSynthetic") is True and not any(type(block) is ToolResult for block in made):
        return Input(made, who="loop", timestamp=when)
    if len(made) == 1 and type(made[0]) is Text and made[0].text.startswith("[Request interrupted by user"):
        return Input(made, who="loop", timestamp=when, ends_turn=True)
    return Input(made, timestamp=when)


FORMAT = Format(
    NAME,
    "Claude Code stream-json",
    takes=(JsonDocument, JsonRecords),
    detect=detect,
    read=read,
    signs=frozenset({"session_id"}),
    ending="by the `subtype` of the last `result` event; a stream without one is open",
    usage="`usage` of each reply as it is, from its last event: input excludes cache; `result` states the totals",
    one_result_per_record=True,
    from_documentation=True,
)
