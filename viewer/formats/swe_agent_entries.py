"""The two lists of a SWE-agent file: `history` is the message list, `trajectory` repeats it step by step."""

from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.build import RunBuilder
from viewer.formats.convert import text, text_or_none
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.openai_messages import blocks, reply
from viewer.formats.shapes.system_records import system_entry
from viewer.model.block import Block, Text, Thinking, ToolResult, ToolUse
from viewer.model.message import LOOP, Message, Producer
from viewer.model.request import Context, Request
from viewer.model.run import Branch

_DEMONSTRATION = Aside("demonstration", "`is_demo`: an example that stood before the task; not part of this run")
_EXIT = Aside("harness exit", "the harness wrote this when it stopped the run; no model made it")
_REPEATED = Aside("step", "repeats the reply and the observation that stand in `history`")
_REASONED = Aside("step", "repeats what stands in `history`; its reasoning, which stands here only, joins the reply")


@dataclass
class Told:
    """A reply in `history`, and the step that repeats it."""

    content: Any
    record: int
    request: int | None
    """Position in the builder's requests; None: the harness wrote it."""
    step: int | None = None
    """Position in `trajectory`."""


class Reader:
    """Maps the records of both lists, `history` first."""

    def __init__(self, builder: RunBuilder, history: list[Any], steps: list[Any]) -> None:
        self.branches: list[Branch] = []
        self.replies: list[Told] = []
        self._builder = builder
        self._history = len(history)
        self._steps = len(steps)
        self._next = 0
        self._exited = False

    def entry_of_message(self, record: Record) -> Entry:
        """A message of `history`; a demonstration and what the harness wrote on exit are set aside."""
        message, builder = record.value, self._builder
        if message.get("is_demo"):
            return _DEMONSTRATION
        role = message["role"]
        if role == "system":
            return system_entry(builder, message["content"], blocks(message["content"]))
        if role == "assistant":
            return self._reply(message, record.number)
        if self._exited:
            return _EXIT
        content = message["content"]
        if role == "tool":
            ids = message["tool_call_ids"] if "tool_call_ids" in message else [message.get("tool_call_id")]
            return Input(tuple(ToolResult(text_or_none(call_id), content) for call_id in ids))
        if role != "user":
            raise ValueError(f"role {role!r} is none of system, user, assistant, tool")
        if builder.waiting > 0:
            return Input((self._result(content),))
        return Input(blocks(content), who="loop" if builder.requests else None)

    def _reply(self, message: dict[str, Any], record: int) -> Entry:
        if _is_exit(message.get("content"), message):
            self._exited = True
            self.replies.append(Told(message.get("content"), record, None))
            return _EXIT
        entry = _reply_of(message, message)
        self.replies.append(Told(message.get("content"), record, len(self._builder.requests)))
        return entry

    def _result(self, content: Any) -> ToolResult:
        """The observation of the last action: by position, since a command written as text has no id."""
        calls = [block for block in self._builder.messages[-1].blocks if type(block) is ToolUse]
        from_text = bool(calls) and calls[-1].from_text
        return ToolResult(calls[0].id if len(calls) == 1 else None, content, from_text=from_text)

    def entry_of_step(self, record: Record) -> Entry | tuple[Entry, ...]:
        """A step: set aside where `history` holds it too; the last observation stands here only."""
        step = record.value
        if not self._history:
            return self._bare(step)
        told = self._told(step, record.number - self._history - 1)
        if told is None:
            self.branches.append(self._rejected(step, record.number))
            return ()
        if told.request is None:
            return _EXIT
        reasoned = self._add_reasoning(step, told.request)
        request = self._builder.requests[told.request]
        is_last = request.message_index == len(self._builder.messages) - 1
        observation = text_or_none(step.get("observation"))
        if is_last and observation is not None and self._builder.waiting > 0:
            return Input((self._result(observation),))
        if is_last and observation:
            return Input((Text(observation),), who="loop")
        return _REASONED if reasoned else _REPEATED

    def _told(self, step: dict[str, Any], position: int) -> Told | None:
        """By order where both lists hold as many replies; else by text: rejected replies are in `trajectory` only."""
        response = step["response"]
        if len(self.replies) == self._steps:
            told = self.replies[position]
        elif self._next < len(self.replies) and self.replies[self._next].content == response:
            told = self.replies[self._next]
        else:
            return None
        self._next += 1
        told.step = position
        return told

    def _add_reasoning(self, step: dict[str, Any], request: int) -> bool:
        """Reasoning that only the step holds joins the reply."""
        words = text_or_none(step.get("reasoning_content"))
        message = self._builder.messages[self._builder.requests[request].message_index]
        if not words or any(type(block) is Thinking for block in message.blocks):
            return False
        self._builder.messages[message.index] = msgspec.structs.replace(
            message, blocks=(Thinking(words), *message.blocks)
        )
        return True

    def _rejected(self, step: dict[str, Any], record: int) -> Branch:
        """A reply that the harness did not accept: it asked again, and the list goes on with the answer to that."""
        requests, messages = self._builder.requests, self._builder.messages
        after = self.replies[self._next].request if self._next < len(self.replies) else None
        following = requests[after] if after is not None else None
        index = following.message_index if following is not None else len(messages)
        k = following.k if following is not None else len(requests) + 1
        turn = following.turn if following is not None else max(1, requests[-1].turn if requests else 1)
        k_in_turn = following.k_in_turn if following is not None else requests[-1].k_in_turn + 1 if requests else 1
        made = _reply_of({"content": step["response"]}, step).blocks
        branch = [Message(index, "assistant", (Producer("model", k),), made, (record,))]
        observation = text_or_none(step.get("observation"))
        if observation:
            called = type(made[-1]) is ToolUse if made else False
            seen: Block = ToolResult(None, observation, from_text=True) if called else Text(observation)
            branch.append(Message(index + 1, "user", (LOOP,), (seen,), (record,)))
        why = "the harness rejected this reply and asked again"
        return Branch(index - 1, tuple(branch), (Request(k, turn, k_in_turn, index),), why)

    def _bare(self, step: dict[str, Any]) -> Entry | tuple[Entry, ...]:
        """A step of a file without `history`."""
        if _is_exit(step["response"], step):
            return _EXIT
        n = len(self._builder.messages)
        context = Context(((0, n - 1),) if n else (), "derived", "0..n-1, after a prompt that is not stored")
        entry = msgspec.structs.replace(_reply_of({"content": step["response"]}, step), context=context)
        observation = text_or_none(step.get("observation"))
        if observation is None:
            return entry
        called = bool(entry.blocks) and type(entry.blocks[-1]) is ToolUse
        seen: Block = ToolResult(None, observation, from_text=True) if called else Text(observation)
        return entry, Input((seen,), who=None if called else "loop")


def _is_exit(content: Any, step: dict[str, Any]) -> bool:
    """Exits are written as a reply whose thought is the reason, with the action `exit_…` or none."""
    action, reason = step.get("action"), step.get("thought")
    return (
        type(reason) is str
        and reason.startswith(("Exit due to ", "Exiting due to "))
        and content in (reason, "", None)
        and (not action or (type(action) is str and action.startswith("exit_")))
    )


def _reply_of(message: dict[str, Any], step: dict[str, Any]) -> Reply:
    """A reply; its action is a call of the command that it starts with, unless it made native calls."""
    entry = reply(message)
    action = step.get("action")
    if message.get("tool_calls") or action is None or not text(action).strip():
        return entry
    if action.startswith("exit_") and str(step.get("thought")).startswith("Exit due to "):
        return entry  # the harness gave up on a reply that it could not read
    call = ToolUse(None, action.split(None, 1)[0], action, from_text=True)
    return msgspec.structs.replace(entry, blocks=(*entry.blocks, call))
