"""Puts the runs of Claude Code sub-agents under the runs that started them, each under its call where one tells."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.claude_code_threads import Thread
from viewer.model.block import Text, ToolUse
from viewer.model.message import Message
from viewer.model.run import ParentLink, Run, Stated

_TOTALS = ("totalTokens", "totalToolUseCount", "totalDurationMs")


@dataclass(eq=False)
class Found:
    """A thread, its run, and what stands beside it."""

    thread: Thread
    run: Run
    meta: dict[str, Any] = field(default_factory=dict)
    """Content of the `.meta.json` file beside a sub-agent's own file."""
    parent: "Found | None" = None
    link: ParentLink | None = None
    started: "list[Found]" = field(default_factory=list)


@dataclass(frozen=True)
class _Call:
    """A tool call that may have started a sub-agent."""

    by: Found
    message_index: int | None
    """None: it stands on a branch."""
    tool_use_id: str | None


class _Calls:
    """The calls with a prompt, and which sub-agent the records say each started."""

    def __init__(self, found: list[Found]) -> None:
        self.by_id: dict[str, _Call] = {}
        self.by_prompt: dict[str, deque[_Call]] = {}
        self.of_agent: dict[str, str] = {}
        """Sub-agent -> id of its call."""
        self.totals: dict[str, Stated] = {}
        for one in found:
            self._take_messages(one, one.run.messages, on_branch=False)
            for branch in one.run.branches:
                self._take_messages(one, branch.messages, on_branch=True)
            for line, number in _lines(one.thread):
                self._take_line(line, number)

    def _take_messages(self, by: Found, messages: tuple[Message, ...], *, on_branch: bool) -> None:
        for message in messages:
            for block in message.blocks:
                if type(block) is ToolUse and type(block.input) is dict and type(block.input.get("prompt")) is str:
                    call = _Call(by, None if on_branch else message.index, block.id)
                    self.by_prompt.setdefault(block.input["prompt"], deque()).append(call)
                    if block.id:
                        self.by_id.setdefault(block.id, call)

    def _take_line(self, line: dict[str, Any], number: int) -> None:
        result, shown = line.get("toolUseResult"), line.get("data")
        if type(result) is dict and type(result.get("agentId")) is str:
            call = _answered(line)
            if call is not None:
                self.of_agent.setdefault(result["agentId"], call)
            metrics = {key: result[key] for key in _TOTALS if key in result}
            if metrics:
                self.totals[result["agentId"]] = Stated("run", f"`toolUseResult` of record {number}", metrics=metrics)
        elif type(shown) is dict and type(shown.get("agentId")) is str and type(line.get("parentToolUseID")) is str:
            self.of_agent.setdefault(shown["agentId"], line["parentToolUseID"])


def _lines(thread: Thread) -> Iterator[tuple[dict[str, Any], int]]:
    for records in (thread.records, *(left.records for left in thread.left)):
        for record in records:
            if type(record) is Record and type(record.value) is dict:
                yield record.value, record.number


def _answered(line: dict[str, Any]) -> str | None:
    """The id of the call that the line's first result answers."""
    message = line.get("message")
    content = message.get("content") if type(message) is dict else None
    for part in content if type(content) is list else ():
        call = part.get("tool_use_id") if type(part) is dict else None
        if type(call) is str:
            return call
    return None


def with_sub_runs(found: list[Found]) -> Iterator[Run]:
    """The runs that no other started, with all others inside: a sub-agent without a call stands under its session."""
    roots = [one for one in found if not one.thread.is_sidechain]
    subs = [one for one in found if one.thread.is_sidechain]
    if not roots:
        why = "a sub-agent's transcript: the session that started it is not in this source"
        for one in subs:
            own = one.run.run_id or (one.thread.sessions[-1] if one.thread.sessions and len(subs) == 1 else "")
            yield msgspec.structs.replace(one.run, run_id=own, notes=(*one.run.notes, why))
        return
    calls = _Calls(found) if subs else None
    for one in subs:
        if calls is not None:
            _link(one, calls, roots)
    for one in subs:
        if one.parent is not None:
            one.parent.started.append(one)
    for root in roots:
        yield _nested(root, calls)


def _nested(one: Found, calls: _Calls | None) -> Run:
    run = one.run
    totals = calls.totals.get(one.thread.agent) if calls is not None and one.thread.agent is not None else None
    return msgspec.structs.replace(
        run,
        attributes={**run.attributes, **one.meta},
        stated=run.stated if totals is None else (*run.stated, totals),
        parent=one.link,
        sub_runs=tuple(_nested(sub, calls) for sub in one.started),
    )


def _link(one: Found, calls: _Calls, roots: list[Found]) -> None:
    call, rule = _call_of(one, calls, roots)
    if call is not None and not _is_above(one, call.by):
        place = rule if call.message_index is not None else f"{rule}; the call stands on a branch"
        one.parent = call.by
        one.link = ParentLink(call.by.run.run_id, call.message_index, call.tool_use_id, place)
        return
    sessions = one.thread.sessions
    one.parent = next((root for root in roots if set(root.thread.sessions) & set(sessions)), roots[0])
    one.link = ParentLink(
        one.parent.run.run_id, rule="not linked: no call in the session's files tells that it started it"
    )


def _call_of(one: Found, calls: _Calls, roots: list[Found]) -> tuple[_Call | None, str]:
    named = next((one.meta[key] for key in ("toolUseId", "toolUseID") if type(one.meta.get(key)) is str), None)
    if named in calls.by_id:
        return calls.by_id[named], "the `.meta.json` file names the call"
    agent = one.thread.agent
    if agent is not None and calls.of_agent.get(agent) in calls.by_id:
        return calls.by_id[calls.of_agent[agent]], "a record of the call names the agent"
    prompt = _prompt(one.run)
    waiting = calls.by_prompt.get(prompt) if prompt is not None else None
    while waiting:
        call = waiting.popleft()
        if call.by is not one:
            return call, "its first message is the call's prompt"
    for root in roots if one.thread.started_by is not None else ():
        for message in root.run.messages:
            if one.thread.started_by in message.records:
                held = [
                    call for call in calls.by_id.values() if call.by is root and call.message_index == message.index
                ]
                if len(held) == 1:
                    return held[0], "its first line follows the call's record"
    return None, ""


def _prompt(run: Run) -> str | None:
    first = run.messages[0] if run.messages else None
    only = first.blocks[0] if first is not None and first.role == "user" and len(first.blocks) == 1 else None
    return only.text if type(only) is Text else None


def _is_above(one: Found, by: Found) -> bool:
    """Whether `one` started `by`, directly or through others, so that it cannot have been started by it."""
    above: Found | None = by
    while above is not None:
        if above is one:
            return True
        above = above.parent
    return False
