"""The message list of a run as the recorder builds it, in the words of our own format."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from viewer.record.call_log import moment
from viewer.record.normalise import canonical
from viewer.record.replies import Reply, canonical_stop_reason
from viewer.record.requests import Sent

LOOP = [{"who": "loop"}]


@dataclass
class Messages:
    """Messages from 0; `first_changed` is the first that differs from what was last written."""

    written: list[dict[str, Any]] = field(default_factory=list)
    first_changed: int = 0
    requests: int = 0
    replies_told: bool = False
    """A reply or a stop reason came by a hook; without any, each call stands in a request of its own."""
    _blocks_told: bool = False
    """The last reply came with its blocks: a call that is not among them is none of the model's."""
    _begun: list[str | None] = field(default_factory=list)
    """Ids of the last reply's calls that the dispatcher was asked for, in order."""

    def add(self, role: str, who: str, blocks: list[dict[str, Any]]) -> None:
        """A message of one producer."""
        producer: dict[str, Any] = {"who": who}
        if who == "model":
            self.requests += 1
            producer["k"] = self.requests
            self._begun = []
        self.written.append(
            {
                "index": len(self.written),
                "role": role,
                "producers": [producer],
                "timestamp": moment(datetime.now(UTC)),
                "blocks": blocks,
            }
        )

    def reply(self, told: Reply, seconds: float | None, attempts: int | None, *, with_blocks: bool) -> None:
        """A reply of the model."""
        self.replies_told, self._blocks_told = True, with_blocks
        self.add("assistant", "model", told.blocks)
        self.written[-1] |= {
            "usage": told.usage,
            "stop_reason": canonical_stop_reason(told.stop_reason),
            "stop_reason_recorded": told.stop_reason,
            "model": told.model,
            "seconds": seconds,
            "attempts": attempts,
        }

    def sent(self, entry: Sent) -> None:
        """A message that stands in a request and was not there in the request before."""
        if entry.who == "model":
            if not self.replies_told:
                self.add("assistant", "model", entry.blocks)
        elif entry.who == "loop" and self.written and self.written[-1]["producers"] == LOOP:
            self._results_as_sent(entry.blocks)
        elif not (self.written and canonical(self.written[-1]["blocks"]) == canonical(entry.blocks)):
            self.add(entry.role, entry.who, entry.blocks)

    def asked(self, name: str, arguments: Any, call_id: str | None) -> tuple[str | None, int] | None:
        """The id of the tool_use that a dispatched call answers, and which attempt at it this is, from 1.

        A tool_use is added where no reply told its blocks. None: the reply did, and the model did not ask for this.
        """
        last = next((message for message in reversed(self.written) if message["role"] == "assistant"), None)
        uses = [] if last is None else [block for block in last["blocks"] if block["type"] == "tool_use"]
        for use in sorted(uses, key=lambda use: use["id"] in self._begun):
            if use["id"] is not None and (use["id"] == call_id if call_id else _same_call(use, name, arguments)):
                self._begun.append(use["id"])
                return use["id"], self._begun.count(use["id"])
        if self._blocks_told:
            return None
        use = {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
        if last is not None and (self.replies_told or last is self.written[-1]):
            # A stop reason alone was told, or a call before this one still runs: they were asked for together.
            last["blocks"].append(use)
            self._changed(last["index"])
        else:
            self.add("assistant", "model", [use])
        self._begun.append(call_id)
        return call_id, 1

    def result(self, call_id: str | None, name: str, value: Any, is_error: bool | None) -> None:
        """What a call came back with; a further attempt's result takes the place of the one before."""
        made = {
            "type": "tool_result",
            "tool_use_id": call_id,
            "content": value if isinstance(value, str | list | dict) or value is None else json.loads(canonical(value)),
            "is_error": is_error,
            "name": name,
        }
        if not (self.written and self.written[-1]["producers"] == LOOP):
            self.add("user", "loop", [made])
            return
        blocks = self.written[-1]["blocks"]
        known = [place for place, one in enumerate(blocks) if call_id and one.get("tool_use_id") == call_id]
        if known:
            blocks[known[0]] = made
        else:
            blocks.append(made)
        self._changed(len(self.written) - 1)

    def _results_as_sent(self, sent: list[dict[str, Any]]) -> None:
        """The results as the model reads them; what was not sent stays as it came back."""
        last = self.written[-1]
        ids = {block.get("tool_use_id") for block in sent}
        last["blocks"] = [
            *(block for block in last["blocks"] if block.get("tool_use_id") not in ids),
            *sent,
        ]
        if any(block["type"] != "tool_result" for block in sent):
            last["producers"] = [{"who": "loop"}, {"who": "caller"}]
        self._changed(last["index"])

    def _changed(self, index: int) -> None:
        self.first_changed = min(self.first_changed, index)


def _same_call(use: dict[str, Any], name: str, arguments: Any) -> bool:
    return bool(use["name"] == name and canonical(use["input"]) == canonical(arguments))
