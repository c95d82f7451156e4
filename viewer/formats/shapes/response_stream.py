"""Stream events of the OpenAI Responses API, put together to the response that they make."""

from typing import Any

from viewer.formats.convert import mapping, text, text_or_none
from viewer.formats.entries import Aside, Entry, Piece, Reply
from viewer.formats.shapes.response_blocks import blocks
from viewer.formats.shapes.response_items import Items, reply_of
from viewer.model.block import Block

_FINAL = frozenset({"response.completed", "response.incomplete", "response.failed", "response.cancelled"})
_FIELD_OF_DELTA = {
    "response.output_text.delta": "content",
    "response.refusal.delta": "content",
    "response.reasoning_text.delta": "content",
    "response.reasoning_summary_text.delta": "summary",
    "response.function_call_arguments.delta": "arguments",
    "response.mcp_call_arguments.delta": "arguments",
    "response.custom_tool_call_input.delta": "input",
    "response.code_interpreter_call_code.delta": "code",
    "response.apply_patch_call_operation_diff.delta": "diff",
}
"""The field of the item that a delta adds to; other deltas (audio, partial images) repeat what an item holds."""


def is_event(value: dict[str, Any]) -> bool:
    """Whether a line is a stream event."""
    kind = value.get("type")
    if type(kind) is not str:
        return False
    return kind.startswith("response.") or (kind in ("error", "keepalive") and "role" not in value)


class ResponseStream:
    """Takes the events of one response after another."""

    def __init__(self, items: Items) -> None:
        self._items = items
        self._head: dict[str, Any] | None = None
        self._added: dict[int, dict[str, Any]] = {}
        self._whole: dict[int, tuple[Block, ...]] = {}
        self._deltas: dict[int, dict[tuple[str, int], list[str]]] = {}

    @property
    def is_open(self) -> bool:
        """Whether a response has begun that no final event closed."""
        return self._head is not None or bool(self._added) or bool(self._deltas)

    def entry(self, event: dict[str, Any]) -> Entry:
        """What one event is: a piece, or (the final one) the whole reply."""
        kind = text(event["type"])
        if kind in _FINAL:
            response = mapping(event["response"])
            made: tuple[Block, ...] = ()
            for item in response.get("output") or ():
                made += self._items.output(item)
            reply = reply_of(response, made or self._assembled())
            self._clear()
            return reply
        if kind == "error":
            return Aside("error", f"the provider reports: {event.get('message') or event.get('error')}")
        if kind == "keepalive":
            return Aside("keepalive", "keeps the connection open and says nothing")
        if "response" in event:
            text_or_none(mapping(event["response"]).get("model"))  # as with added items
            self._head = event["response"]
        elif kind == "response.output_item.done":
            self._whole[_index(event)] = self._items.output(mapping(event["item"]))
        elif kind == "response.output_item.added":
            blocks(mapping(event["item"]))  # one that cannot be read must fail here, where it is one record's problem
            self._added[_index(event)] = event["item"]
        elif kind in _FIELD_OF_DELTA:
            place = (_FIELD_OF_DELTA[kind], _part(event))
            self._deltas.setdefault(_index(event), {}).setdefault(place, []).append(text(event["delta"]))
        return Piece()

    def rest(self) -> Reply:
        """The reply of a response whose end is not stored, as far as its events go."""
        made = self._assembled()
        head = self._head or {}
        self._clear()
        return reply_of({key: head[key] for key in ("model", "created_at") if key in head}, made)

    def _clear(self) -> None:
        self._head = None
        self._added, self._whole, self._deltas = {}, {}, {}
        self._items.reply_ended()

    def _assembled(self) -> tuple[Block, ...]:
        made: tuple[Block, ...] = ()
        for index in sorted({*self._added, *self._whole, *self._deltas}):
            if index in self._whole:
                made += self._whole[index]
            else:
                made += self._items.output(self._from_deltas(index))
        return made

    def _from_deltas(self, index: int) -> dict[str, Any]:
        item = dict(self._added.get(index, {"type": "message", "role": "assistant", "content": []}))
        parts: dict[str, list[str]] = {}
        for (field, _), texts in sorted(self._deltas.get(index, {}).items()):
            parts.setdefault(field, []).append("".join(texts))
        for field, whole in parts.items():
            if field in ("content", "summary"):
                item[field] = [{"type": "text", "text": one} for one in whole]
            elif field == "diff":
                operation = item.get("operation")
                item["operation"] = {**(operation if type(operation) is dict else {}), "diff": "".join(whole)}
            else:
                item[field] = "".join(whole)
        return item


def _index(event: dict[str, Any]) -> int:
    index = event.get("output_index", 0)
    if type(index) is not int:
        raise TypeError("output_index is no whole number")
    return index


def _part(event: dict[str, Any]) -> int:
    index = event.get("content_index", event.get("summary_index", 0))
    return index if type(index) is int else 0
