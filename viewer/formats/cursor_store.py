"""Cursor's store `state.vscdb`: a conversation a key `composerData:ID`, its messages under `bubbleId:ID:BUBBLE`."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.decode.store import Store
from viewer.formats.build import RunBuilder
from viewer.formats.convert import arguments, mapping, number_or_none, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.run import CutBy, Ending, Run, Stated
from viewer.model.source import RecordArray

TABLE = "cursorDiskKV"
_CONVERSATION, _BUBBLE = "composerData:", "bubbleId:"
_USER, _ASSISTANT = 1, 2
_BROKEN = frozenset({"error", "cancelled", "rejected"})
_CUTS: dict[str, CutBy] = {"aborted": "abort", "error": "crash"}
_UNLISTED = Aside("bubble", "no list of a conversation names it: it was taken back, or belongs to a deleted one")
_NOTE = "where a reply begins is not stored: a reply is taken to end with its calls"


def runs_of_store(store: Store, name: str) -> Iterator[Run]:
    """One run a conversation that has messages; the last also lists the bubbles that no conversation names."""
    heads: dict[str, dict[str, Any]] = {}
    bubbles: dict[str, dict[str, Any]] = {}
    damaged: list[BadRecord] = []
    for row in store.rows(TABLE):
        if isinstance(row, BadRecord):
            damaged.append(row)
            continue
        key = str(row.value["key"])
        if key.startswith(_CONVERSATION):
            head = arguments(row.value["value"])
            heads[key.removeprefix(_CONVERSATION)] = head if type(head) is dict else {"value": head}
        elif key.startswith(_BUBBLE):
            conversation, _, bubble = key.removeprefix(_BUBBLE).partition(":")
            bubbles.setdefault(conversation, {})[bubble] = arguments(row.value["value"])
    first = 1
    for conversation in dict.fromkeys((*heads, *bubbles)):
        head = heads.get(conversation, {})
        records = _records(head, bubbles.get(conversation, {}), first)
        if records:
            yield _run(name, conversation, head, records)
            first += len(records)
    if damaged:
        bad: list[Record | BadRecord] = [BadRecord(number, row.reason) for number, row in enumerate(damaged, first)]
        yield _run(name, "", {}, bad)


def _records(head: dict[str, Any], bubbles: dict[str, Any], first: int) -> list[Record | BadRecord]:
    """The messages in the order of the conversation, each with whether its list names it, then the others."""
    named: list[tuple[bool, Any]] = []
    inline = head.get("conversation")
    if type(inline) is list:
        named = [(True, bubble) for bubble in inline]
    left = dict(bubbles)
    listed = head.get("fullConversationHeadersOnly")
    for header in listed if type(listed) is list else ():
        bubble_id = header.get("bubbleId") if type(header) is dict else None
        if type(bubble_id) is str and bubble_id in left:
            named.append((True, left.pop(bubble_id)))
    in_use = not named
    named.extend((in_use, bubble) for bubble in left.values())
    return [Record(number, [is_named, bubble]) for number, (is_named, bubble) in enumerate(named, first)]


class _Bubbles:
    """Maps the bubbles of one conversation in order."""

    def __init__(self) -> None:
        self._reply = 0
        self._called: str | None = None
        """Id of the model call that the last call was part of; "" where it has none; None: the reply may go on."""
        self.tokens: dict[str, float] = {}

    def entry(self, record: Record) -> Entry | tuple[Entry, ...]:
        """Words of the user, or a piece of a reply with what came back of its call."""
        is_named, bubble = record.value
        bubble = mapping(bubble)
        if not is_named:
            return _UNLISTED
        when = timestamp(bubble.get("createdAt"))
        words = text_or_none(bubble.get("text"))
        if bubble.get("type") == _USER:
            self._reply += 1
            self._called = None
            return Input((Text(words or ""),), timestamp=when)
        if bubble.get("type") != _ASSISTANT:
            raise ValueError(f"type {bubble.get('type')!r} is neither 1, the user, nor 2, the assistant")
        return self._piece(bubble, words, when)

    def _piece(self, bubble: dict[str, Any], words: str | None, when: str | None) -> Entry | tuple[Entry, ...]:
        made: list[Block] = []
        thought = bubble.get("thinking")
        if type(thought) is dict and (thought.get("text") or thought.get("signature")):
            made.append(Thinking(text_or_none(thought.get("text")), text_or_none(thought.get("signature"))))
        if words:
            made.append(Text(words))
        tool = bubble.get("toolFormerData")
        call, result = (None, None) if not tool else _call(mapping(tool))
        if call is not None:
            made.append(call)
        counted = bubble.get("tokenCount")
        for name, count in counted.items() if type(counted) is dict else ():
            if number := number_or_none(count):
                self.tokens[name] = self.tokens.get(name, 0) + number
        if not made:
            return Aside("bubble", "an empty piece of a reply")
        group = "" if not tool else text_or_none(tool.get("modelCallId")) or ""
        if self._called is not None and (call is None or not group or group != self._called):
            self._reply += 1
            self._called = None
        if call is not None:
            self._called = group
        about = bubble.get("modelInfo")
        model = about.get("modelName") if type(about) is dict else None
        reply = Reply(tuple(made), f"reply {self._reply}", model=text_or_none(model), timestamp=when)
        return reply if result is None else (reply, Input((result,), timestamp=when))


def _call(tool: dict[str, Any]) -> tuple[ToolUse | None, ToolResult | None]:
    if "name" not in tool and "tool" not in tool:
        return None, None
    call_id = text_or_none(tool.get("toolCallId"))
    name = text(tool["name"]) if tool.get("name") is not None else str(tool["tool"])
    given = tool.get("rawArgs") or tool.get("params")
    status, back, failed = tool.get("status"), tool.get("result"), tool.get("error")
    use = ToolUse(call_id, name, arguments(given))
    if not back and not failed and status not in _BROKEN:
        return use, None
    flag = True if failed or status in _BROKEN else None
    return use, ToolResult(call_id, arguments(back or failed or status), flag, name)


def _run(name: str, conversation: str, head: dict[str, Any], records: list[Record | BadRecord]) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    bubbles = _Bubbles()
    builder.map(records, bubbles.entry)
    config = head.get("modelConfig")
    model = config.get("modelName") if type(config) is dict else None
    first = records[0].number if records else 1
    return builder.finish(
        run_id=conversation,
        format=name,
        records=(RecordArray(TABLE, first, len(records)),),
        models=builder.models() or ((model,) if type(model) is str else ()),
        label=head["name"] if type(head.get("name")) is str else None,
        attributes={key: value for key, value in head.items() if type(value) in (str, int, float, bool)},
        ending=_ending(head, builder),
        stated=(Stated("run", "`tokenCount` of its bubbles", None, metrics=bubbles.tokens),) if bubbles.tokens else (),
        notes=(_NOTE,) if builder.requests else (),
    )


def _ending(head: dict[str, Any], builder: RunBuilder) -> Ending:
    status = head.get("status")
    if type(status) is str and status in _CUTS:
        return Ending("censored", f"`status` of the conversation is {status}", _CUTS[status])
    if status == "generating":
        return Ending("open", "`status` of the conversation is generating")
    return ending_by_messages(builder)
