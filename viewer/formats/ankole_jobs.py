"""Background jobs of Ankole: turns sorted into threads, each attempt's lead with the threads it spawned."""

from collections.abc import Iterator
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument, Record
from viewer.decode.scan import Key
from viewer.formats.ankole_thread import Thread, ThreadReader
from viewer.formats.ankole_turns import Row, Turn
from viewer.formats.convert import epoch_seconds
from viewer.model.position import json_path
from viewer.model.run import Run
from viewer.model.source import RecordArray

AnyRecord = Record | BadRecord


def runs_of_items(name: str, job: Row, turns: list[Any], items: list[AnyRecord], array: RecordArray) -> Iterator[Run]:
    """The runs of a job whose items stand in rows of their own.

    Args:
        name: of the format.
        job: the job's row, {} where the file holds none.
        turns: rows of its turns; may be empty.
        items: rows of all items.
        array: where they stand.
    """
    threads = _threads(turns)
    by_id = {str(turn.row.get("id")): turn for thread in threads for turn in thread.turns}
    loose = Thread("", "", [""])
    last: Turn | None = None
    for record in items:
        value = record.value if type(record) is Record else None
        key = value.get("turn_id") if type(value) is dict else None
        turn = last if key is None else by_id.get(str(key))
        if turn is None:
            turn = by_id[str(key)] = Turn({"id": key})
            loose.turns.append(turn)
        turn.records.append(record)
        last = turn
    for turn in by_id.values():
        turn.records.sort(key=_position)
    if loose.turns or not threads:
        threads.append(loose)
    for thread in threads:
        thread.arrays = (array,)
    yield from _runs(name, job, threads)


def runs_of_turns(
    name: str, job: Row, turns: list[Any], document: JsonDocument, path: tuple[Key, ...]
) -> Iterator[Run]:
    """The runs of a job whose turns hold their messages themselves; `path` is where the turns stand."""
    threads = _threads(turns)
    places = {id(row): number for number, row in enumerate(turns)}
    for thread in threads:
        arrays = [RecordArray(json_path(path), 1, 0)]
        first = 1
        for turn in thread.turns:
            header = turn.row.get("trajectory")
            if type(header) is dict and type(header.get("messages")) is list:
                place = (*path, places[id(turn.row)], "trajectory", "messages")
                turn.records = list(document.records(*place, first=first))
                arrays.append(RecordArray(json_path(place), first, len(turn.records)))
                first += len(turn.records)
        thread.arrays = tuple(arrays[1:] or arrays)
    yield from _runs(name, job, threads)


def _threads(turns: list[Any]) -> list[Thread]:
    """By the start of each turn, then by its id; in the order of the file where a start is missing."""
    rows: list[Row] = [row for row in turns if type(row) is dict]
    starts = {id(row): epoch_seconds(row.get("started_at")) for row in rows}
    if None not in starts.values():
        rows.sort(key=lambda row: (starts[id(row)], str(row.get("id"))))
    found: dict[str, Thread] = {}
    led: set[str] = set()
    for row in rows:
        key, attempt = str(row.get("runtime_thread_id")), str(row.get("attempt"))
        thread = found.setdefault(key, Thread(key, attempt))
        thread.turns.append(Turn(row))
        if attempt not in led:
            led.add(attempt)
            thread.leads.append(attempt)
    return list(found.values())


def _position(record: AnyRecord) -> int:
    """What has no position stays behind what has one."""
    value = record.value if type(record) is Record else None
    position = value.get("position") if type(value) is dict else None
    return position if type(position) is int else 2**62


def _runs(name: str, job: Row, threads: list[Thread]) -> Iterator[Run]:
    """The lead of an attempt is the thread of its first turn; its other threads are those of sub-agents."""
    lead_of = {attempt: thread for thread in threads for attempt in thread.leads}
    leads = [thread for thread in threads if thread.leads]
    of_turns = [lead for lead in leads if lead.id] or leads
    readers = {thread.id: ThreadReader(name, thread) for thread in threads}
    for lead in leads:
        reader, run_id = readers[lead.id], _run_id(job, lead, len(of_turns) > 1)
        subs = [
            readers[thread.id].run(thread.id, {}, None, reader.parent_of(thread, run_id))
            for thread in threads
            if not thread.leads and lead_of[thread.attempt] is lead
        ]
        yield reader.run(run_id, job, job.get("status") if lead is of_turns[-1] else None, None, tuple(subs))


def _run_id(job: Row, lead: Thread, several: bool) -> str:
    """The job's id, with the attempt where there are several; without a job, the thread's."""
    own = job.get("id")
    if type(own) not in (str, int) or not lead.id:
        return lead.id
    return f"{own} attempt {lead.leads[0]}" if several else str(own)
