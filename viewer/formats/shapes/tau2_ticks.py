"""Voice runs of tau2-bench: ticks of a fraction of a second, in which both sides may speak at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import listing, mapping, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.openai_messages import tool_use
from viewer.model.block import Block, Text, ToolResult
from viewer.model.request import Context

NOTE = "the file records no model requests of a voice run: each utterance of the agent counts as a reply"
_HEARD = Context((), "unknown", reason="both sides may speak at once: what the model had heard is not stored")
_SILENCE = Aside("silent tick", "nobody spoke and no tool ran")
_USER_TOOLS = Aside("tool of the user", "the simulated user ran a tool; the agent does not see it")


@dataclass
class _Utterance:
    """What one side said in a row, or the calls and results of one tick."""

    speaker: str
    timestamp: str | None
    words: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    records: list[int] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def entry(self) -> Entry:
        """As a reply of the agent, words of the user, or results."""
        said: tuple[Block, ...] = (Text("".join(self.words)),) if self.words else ()
        if self.speaker == "agent":
            return Reply(said + tuple(self.blocks), timestamp=self.timestamp, context=_HEARD)
        return Input(said + tuple(self.blocks), "user", None, self.timestamp)


def add_ticks(builder: RunBuilder, ticks: Iterable[Record | BadRecord]) -> None:
    """Join the pieces of each utterance; it stands where its first piece stood."""
    conversation = _Conversation()
    builder.map(ticks, conversation.hear)
    for utterance in conversation.utterances:
        index = len(builder.messages)
        builder.add(utterance.entry(), utterance.records[0])
        if len(builder.messages) > index:
            builder.join(index, tuple(utterance.records))


@dataclass(frozen=True)
class _Piece:
    """What one side said within a tick."""

    words: str
    ids: frozenset[str]


class _Conversation:
    """The utterances in the order in which they began."""

    def __init__(self) -> None:
        self.utterances: list[_Utterance] = []
        self._open: dict[str, _Utterance | None] = {"agent": None, "user": None}

    def hear(self, record: Record) -> Entry | tuple[Entry, ...]:
        """Take one tick in; what is left of it for the builder is only that nothing was said."""
        tick = mapping(record.value)
        when = timestamp(tick.get("timestamp"))
        calls = tuple(tool_use(call) for call in _listed(tick, "agent_tool_calls"))
        results = tuple(result(one) for one in _listed(tick, "agent_tool_results"))
        pieces = {side: _piece(tick.get(f"{side}_chunk")) for side in ("agent", "user")}
        by_user = _listed(tick, "user_tool_calls") or _listed(tick, "user_tool_results")
        for side, piece in pieces.items():
            self._speak(side, piece, record.number, when)
        if calls:
            speaking = self._open["agent"] if pieces["agent"].words else None
            if speaking is None:
                speaking = self._begin("agent", when, record.number)
            speaking.blocks.extend(calls)
            self._open["agent"] = None
        if results:
            self._begin("tool", when, record.number).blocks.extend(results)
        if calls or results or pieces["agent"].words or pieces["user"].words:
            return ()
        return _USER_TOOLS if by_user else _SILENCE

    def _begin(self, speaker: str, when: str | None, record: int) -> _Utterance:
        made = _Utterance(speaker, when, records=[record])
        self.utterances.append(made)
        return made

    def _speak(self, side: str, piece: _Piece, record: int, when: str | None) -> None:
        """Pieces go together by utterance id; without ids, as long as no tick between is silent."""
        speaking = self._open[side]
        if not piece.words:
            if speaking is not None and not speaking.ids:
                self._open[side] = None
            return
        if speaking is None or ((speaking.ids or piece.ids) and not speaking.ids & piece.ids):
            speaking = self._begin(side, when, record)
            self._open[side] = speaking
        elif speaking.records[-1] != record:
            speaking.records.append(record)
        speaking.words.append(piece.words)
        speaking.ids |= piece.ids


def _piece(chunk: Any) -> _Piece:
    """The text of a chunk; of sound, the script that was spoken."""
    if chunk is None:
        return _Piece("", frozenset())
    said = mapping(chunk).get("audio_script_gold") if chunk.get("is_audio") is True else chunk.get("content")
    ids = chunk.get("utterance_ids") or ()
    return _Piece(text_or_none(said) or "", frozenset(one for one in listing(list(ids)) if type(one) is str))


def _listed(tick: dict[str, Any], name: str) -> list[Any]:
    value = tick.get(name)
    return [] if value is None else listing(value)


def result(message: dict[str, Any]) -> ToolResult:
    """A tool message; the id it carries is that of the call."""
    flag = message.get("error")
    if flag is not None and type(flag) is not bool:
        raise TypeError("error is neither true nor false")
    return ToolResult(text_or_none(message.get("id")), message.get("content"), flag)
