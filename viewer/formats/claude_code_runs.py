"""The run of one thread of a Claude Code transcript: its messages, its branches, what the file knows of it."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from viewer.decode.document import Record
from viewer.formats.branches import branch
from viewer.formats.build import EntryOf, RunBuilder
from viewer.formats.claude_code_chain import Chain, map_chain
from viewer.formats.claude_code_lines import API_ERROR, HEAD, INTERRUPTS, entry
from viewer.formats.claude_code_threads import COPIED, AnyRecord, Copied, Thread, threads
from viewer.formats.entries import Entry
from viewer.formats.shapes.head import ending_of, head_facts, run_id_of
from viewer.model.block import Text
from viewer.model.run import Branch, Ending, Run
from viewer.model.source import RecordArray

NAME = "claude_code"
_ATTRIBUTES = ("sessionId", "agentId", "cwd", "gitBranch", "version", "entrypoint", "slug")
_TITLES = frozenset({"custom-title", "ai-title", "agent-name", "pr-link", "tag"})
_NO_ATTRIBUTES = frozenset({"type", "sessionId", "timestamp", "uuid"})


def runs_of(records: Sequence[AnyRecord], array: RecordArray, copied: Copied) -> list[tuple[Thread, Run]]:
    """The threads whose lines stand in the array, with their runs.

    Args:
        records: the lines.
        array: where they stand.
        copied: by uuid, the lines of the session's own file that a sub-agent's file may repeat.
    """
    if not copied:
        builder = RunBuilder(one_result_per_record=True)
        thread = map_chain(builder, records)
        if thread is not None:
            return [(thread, _finished(builder, thread, array, ()))]
    return [(thread, _run_of(thread, array)) for thread in threads(records, copied)]


def run_of_chain(chain: Chain, array: RecordArray) -> tuple[Thread, Run] | None:
    """The thread and run of lines that follow one another; None: they go on with another session."""
    thread = chain.thread()
    return None if thread is None else (thread, _finished(chain.builder, thread, array, ()))


def _run_of(thread: Thread, array: RecordArray) -> Run:
    builder = RunBuilder(one_result_per_record=True)
    if any(aside.kind == COPIED for aside in thread.repeats.values()):
        builder.begin_after("0..n-1, behind the copied history of the session, which is set aside")
    entry_of = _entry_of(thread)
    builder.map(thread.records, entry_of)
    return _finished(builder, thread, array, _branches(builder, thread, entry_of))


def _finished(builder: RunBuilder, thread: Thread, array: RecordArray, branches: tuple[Branch, ...]) -> Run:
    head = _head(thread)
    facts = head_facts(head, builder, skip=())
    facts["ending"] = _ending(head, builder)
    facts["attributes"] = {**_attributes(thread), **facts["attributes"]}
    return builder.finish(
        run_id=run_id_of(head) or _run_id(thread),
        format=NAME,
        records=(array,),
        branches=branches,
        notes=_notes(thread),
        **facts,
    )


def _entry_of(thread: Thread) -> EntryOf:
    if not thread.repeats:
        return entry
    repeats = thread.repeats

    def entry_of(record: Record) -> Entry:
        return repeats.get(record.number) or entry(record)

    return entry_of


def _branches(builder: RunBuilder, thread: Thread, entry_of: EntryOf) -> tuple[Branch, ...]:
    if not thread.left:
        return ()
    places = sorted((number, message.index) for message in builder.messages for number in message.records)
    found: list[Branch] = []
    for left in thread.left:
        place = bisect_right(places, (left.after, len(builder.messages)))
        at = places[place - 1][1] if place else -1
        why = (
            f"record {left.records[0].number} follows record {left.after}, as a newer message does: this path was left"
        )
        made = branch(builder, at, left.records, entry_of, why)
        if made is not None:
            found.append(made)
    return tuple(found)


def _head(thread: Thread) -> dict[str, Any]:
    """What a harness wrote beside the transcript."""
    for line in thread.unlinked:
        run = line.get("run")
        if line.get("type") == HEAD and type(run) is dict:
            return run
    return {}


def _run_id(thread: Thread) -> str:
    """The sub-agent's id, or that of the session as which the run ends; a sidechain names only its parent's."""
    if thread.agent is not None:
        return thread.agent
    return thread.sessions[-1] if thread.sessions and not thread.is_sidechain else ""


def _attributes(thread: Thread) -> dict[str, Any]:
    """As the first line that has them says, then titles and links as set last."""
    made: dict[str, Any] = {}
    for record in thread.records:
        line = record.value if type(record) is Record else None
        if type(line) is dict and "sessionId" in line and "cwd" in line:
            made = {key: line[key] for key in _ATTRIBUTES if key in line}
            break
    if thread.sessions:
        made["sessionId"] = thread.sessions[-1]
    if len(thread.sessions) > 1:
        made["sessionIds"] = list(dict.fromkeys(thread.sessions))
    for line in thread.unlinked:
        if str(line.get("type")) in _TITLES:
            made.update({key: value for key, value in line.items() if key not in _NO_ATTRIBUTES})
    return made


def _ending(head: dict[str, Any], builder: RunBuilder) -> Ending:
    """By a harness's `outcome`; else by an interrupt or an API error after the last message; else by the list."""
    if type(head.get("outcome")) is str or not builder.messages:
        return ending_of(head, builder)
    last = builder.messages[-1]
    only = last.blocks[0] if len(last.blocks) == 1 else None
    if type(only) is Text and last.role == "user" and only.text in INTERRUPTS:
        return Ending("censored", "the list stops where the user interrupted", "abort")
    if any(aside.kind == API_ERROR and aside.record > last.records[-1] for aside in builder.set_aside[-20:]):
        return Ending("censored", "an API error stands after the last message", "crash")
    return ending_of(head, builder)


def _notes(thread: Thread) -> tuple[str, ...]:
    if not thread.loose:
        return ()
    numbers = ", ".join(map(str, thread.loose[:20])) + (", …" if len(thread.loose) > 20 else "")
    return (f"records {numbers} name a parent that is not in the file before them; read as following in file order",)
