"""LangGraph state history: [{"config", "values": {"messages"}, "next", "metadata"}], by thread, or its checkpoints."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, JsonRecords, Record
from viewer.decode.store import Store
from viewer.formats.base import Format, Match
from viewer.formats.entries import Trouble
from viewer.formats.langgraph_states import States, is_snapshot, snapshot_of
from viewer.formats.langgraph_store import STORED, is_checkpoint_store, snapshots
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.run import Ending, Run
from viewer.model.source import RecordArray

NAME = "langgraph"
_SHORT = 200
"""Characters of metadata and state that are taken over as an attribute; longer ones stay in the source."""


def detect(decoded: JsonDocument | JsonRecords | Store) -> Match | None:
    """Claim snapshots of a graph's state: values, what comes next, and the thread they are of."""
    if isinstance(decoded, Store):
        return Match(3, "table `checkpoints` of threads") if is_checkpoint_store(decoded) else None
    if isinstance(decoded, JsonRecords):
        values = list(decoded.values(5))
    else:
        values = decoded.value[:5] if isinstance(decoded.value, list) else [decoded.value]
    return Match(3, "`values` and `next` of a graph's state") if any(map(is_snapshot, values)) else None


def read(decoded: JsonDocument | JsonRecords | Store) -> Iterator[Run]:
    """One run a thread (and namespace of a sub-graph in it); each snapshot is a record."""
    if isinstance(decoded, Store):
        records: list[Record | BadRecord] = snapshots(decoded)
    elif isinstance(decoded, JsonRecords):
        records = decoded.records
    elif isinstance(decoded.value, list):
        records = list(decoded.records())
    elif decoded.cut is not None:
        records = [BadRecord(1, decoded.cut.reason, decoded.value)]
    else:
        records = [Record(1, decoded.value)]
    threads: dict[tuple[str, str], list[Record]] = {}
    troubles: list[tuple[int, Trouble]] = []
    for record in records:
        if isinstance(record, BadRecord):
            troubles.append((record.number, Trouble(record.reason, record.raw)))
        elif is_snapshot(record.value):
            threads.setdefault(_thread(record.value), []).append(record)
        else:
            troubles.append((record.number, Trouble("no snapshot of a state with `values` and `next`", record.value)))
    array = RecordArray("", 1, len(records))
    for thread, of_thread in (threads or {("", ""): []}).items():
        yield _run(thread, of_thread, array, troubles)
        troubles = []


def _thread(value: Any) -> tuple[str, str]:
    """Id and namespace of the thread that a snapshot is of."""
    found = _configurable(snapshot_of(value))
    return str(found.get("thread_id") or ""), str(found.get("checkpoint_ns") or "")


def _configurable(snapshot: dict[str, Any]) -> dict[str, Any]:
    """What names a snapshot: in the library `config.configurable`, in the server's API `checkpoint` or itself."""
    config = snapshot.get("config")
    named = {"thread_id": snapshot.get("thread_id")} if "thread_id" in snapshot else None
    for held in (config.get("configurable") if type(config) is dict else None, snapshot.get("checkpoint"), named):
        if type(held) is dict:
            return held
    return {}


def _run(
    thread: tuple[str, str], records: list[Record], array: RecordArray, troubles: list[tuple[int, Trouble]]
) -> Run:
    in_order = records[::-1] if _newest_first(records) else records
    states = States()
    states.builder.map(in_order, states.entry)
    for number, trouble in troubles:
        states.builder.add(trouble, number)
    newest = snapshot_of(in_order[-1].value) if in_order else {}
    thread_id, namespace = thread
    return states.builder.finish(
        run_id=f"{thread_id}/{namespace}" if namespace else thread_id,
        format=NAME,
        records=(array,),
        label=namespace or None,
        attributes=_attributes(newest, thread_id),
        ending=_ending(newest, states),
    )


def _newest_first(records: list[Record]) -> bool:
    """By the times of the first and the last, else by their steps; the library gives the newest first."""
    if len(records) < 2:
        return False
    first, last = (snapshot_of(record.value) for record in (records[0], records[-1]))
    begun, ended = (one.get("created_at", one.get("createdAt")) for one in (first, last))
    if type(begun) is str and type(ended) is str and begun != ended:
        return begun > ended
    steps = [one.get("step") if type(one := found.get("metadata")) is dict else None for found in (first, last)]
    return not (type(steps[0]) is int and type(steps[1]) is int and steps[0] < steps[1])


def _attributes(newest: dict[str, Any], thread_id: str) -> dict[str, Any]:
    """The thread's id, and what is short of the newest state and of what is told of it."""
    made: dict[str, Any] = {"thread_id": thread_id} if thread_id else {}
    for prefix, held in (("", newest.get("metadata")), ("state.", newest.get("values"))):
        for key, value in held.items() if type(held) is dict else ():
            if type(value) in (bool, int, float) or (type(value) is str and len(value) <= _SHORT):
                made.setdefault(prefix + key, value)
    return made


def _ending(newest: dict[str, Any], states: States) -> Ending:
    """By the newest state: a task that failed, one that waits for a person, nodes that are still to run."""
    held = newest.get("tasks")
    tasks = [task for task in held if type(task) is dict] if type(held) is list else []
    if any(task.get("error") for task in tasks) or newest.get("status") == "error":
        return Ending("censored", "a task of the newest state has an error", "crash")
    if newest.get("interrupts") or any(task.get("interrupts") for task in tasks):
        return Ending("open", "the newest state waits for an answer to an interrupt")
    if newest.get(STORED):
        return ending_by_messages(states.builder)  # which nodes are to run is not stored in a checkpoint
    if newest.get("next"):
        return Ending("open", "the newest state has nodes that are still to run")
    if newest:
        return Ending("unknown", "the newest state has no node to run; the file holds no verdict")
    return ending_by_messages(states.builder)


FORMAT = Format(
    NAME,
    "LangGraph state history",
    takes=(JsonDocument, JsonRecords, Store),
    detect=detect,
    read=read,
    ending="by the newest state: cut where a task has an error, open where an interrupt waits or nodes are to run",
    usage="`usage_metadata` of messages: input less cache reads and writes; a message is counted once, however many "
    "states repeat it",
    one_result_per_record=True,
    cap_unit="turn",
)
