"""Items of the OpenAI Responses API in a list: who put each there, and which make one reply."""

from typing import Any, Literal

import msgspec

from viewer.formats.convert import stop_reason, text, text_or_none, timestamp
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Reply
from viewer.formats.shapes.response_blocks import READERS, blocks, usage
from viewer.model.block import Block, ToolResult, ToolUse
from viewer.model.request import StopReason, recorded

_CALLERS = ("message", "mcp_approval_response")
Origin = Literal["model", "loop", "caller", "system", "reference"]


def origin(item: dict[str, Any]) -> Origin:
    """Who put an item on the list."""
    kind = item.get("type")
    if kind == "message" or (kind is None and "role" in item):
        role = item["role"]
        if role == "assistant":
            return "model"
        if role == "user":
            return "caller"
        if role in ("system", "developer"):
            return "system"
        raise ValueError(f"role {role!r} is none of user, assistant, system, developer")
    kind = text(kind)
    if kind in ("item_reference", "compaction_trigger"):
        return "reference"
    if kind.endswith("_output") or kind == "mcp_approval_response":
        return "loop"
    if kind in READERS or kind.endswith("_call"):
        return "model"
    raise ValueError(f"items of type {kind!r} are not known")


_OF_MODEL = frozenset(kind for kind in READERS if kind not in _CALLERS and not kind.endswith("_output"))
"""Types that need no look at the item."""


class Items:
    """Maps the items of one run in order: the model's, with no other item between them, make one reply."""

    def __init__(self) -> None:
        self._replies = 0
        self._in_reply = False
        self._started = False
        self._by_provider: set[str] = set()

    def entry(self, item: dict[str, Any]) -> Entry:
        """What an item of a request's input, or of a bare list, is."""
        kind = item.get("type")
        if kind == "compaction":
            self._in_reply = False
            why = "a compaction item stands before it: which of the items before that one were still sent is not told"
            return Compacted(why, blocks(item), known=False)
        who = "model" if kind in _OF_MODEL else origin(item)
        if who == "model" or (who == "loop" and item.get("call_id") in self._by_provider):
            if not self._in_reply:
                self._replies += 1
                self._in_reply = self._started = True
            return Reply(self.output(item), f"reply {self._replies}")
        self._in_reply = False
        if who == "reference":
            return Aside("reference", "names what the provider keeps; its content is not in this file")
        if who == "system" and not self._started:
            return Fields(system=recorded(item["content"]))
        self._started = True
        if who == "system":
            return Input(blocks(item), "system")
        return Input(blocks(item), who=None if who == "loop" else "caller")

    def output(self, item: dict[str, Any]) -> tuple[Block, ...]:
        """The blocks of an item of a response's output, where the provider's own tools have their results too."""
        made = blocks(item)
        for block in made:
            if type(block) is ToolUse and block.executed_by == "provider" and block.id:
                self._by_provider.add(block.id)
        if len(made) == 1 and type(made[0]) is ToolResult and made[0].tool_use_id in self._by_provider:
            return (msgspec.structs.replace(made[0], executed_by="provider"),)
        return made

    def reply_ended(self) -> None:
        """What the model writes next is another reply."""
        self._started, self._in_reply = True, False


def reply_of(response: dict[str, Any], made: tuple[Block, ...], key: str | None = None) -> Reply:
    """A response's figures on the blocks of its output."""
    reason, word = stop_of(response, made)
    start, end = response.get("created_at"), response.get("completed_at")
    timed = type(start) in (int, float) and type(end) in (int, float)
    return Reply(
        made,
        key,
        usage(response.get("usage")),
        reason,
        word,
        text_or_none(response.get("model")),
        timestamp(start),
        float(end - start) if timed else None,  # type: ignore[operator]  # both are numbers where timed
        compacts="from the last compaction item on" if _compacts(made) else None,
    )


def _compacts(made: tuple[Block, ...]) -> bool:
    return any(getattr(block, "kind", None) == "compaction" for block in made)


def stop_of(response: dict[str, Any], made: tuple[Block, ...]) -> tuple[StopReason | None, str | None]:
    """The canonical reason and the file's word: why it is incomplete, else its status."""
    status, details = text_or_none(response.get("status")), response.get("incomplete_details")
    if type(details) is dict and details.get("reason") is not None:
        word = text(details["reason"])
        return ("max_tokens" if word == "max_output_tokens" else stop_reason(word)), word
    if status is None or status in ("in_progress", "queued"):
        return None, status
    if status == "completed":
        calls = any(type(block) is ToolUse and block.executed_by != "provider" for block in made)
        return ("tool_use" if calls else "end_turn"), status
    return "unknown", status
