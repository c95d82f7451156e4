"""One thread of a background job: the items or messages of its turns as a run."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from viewer.decode.document import Record
from viewer.formats.ankole_chatml import ChatML, mechanisms_of
from viewer.formats.ankole_thread_items import chatml, spawned_threads
from viewer.formats.ankole_turns import Row, Turn, attributes, ending, exit_status, notes, outcome, stated
from viewer.formats.build import RunBuilder
from viewer.formats.convert import mapping, text, timestamp
from viewer.formats.entries import Aside, Entry, Reply
from viewer.model.block import ToolUse
from viewer.model.request import Context
from viewer.model.run import ParentLink, Run
from viewer.model.source import RecordArray

_NOT_TOLD = (
    "each call stands with its result: which calls one reply issued together, and how many requests there were, is not "
    "recorded; what the model wrote between results counts as one reply"
)


def _late_input(turn: Turn) -> int | None:
    """The caller's message where the recorder got it late, behind what the model wrote on it."""
    for position, record in enumerate(turn.records):
        row = record.value if type(record) is Record else None
        if type(row) is dict and str(row.get("item_key")).startswith("client:"):
            return record.number if position else None
    return None


@dataclass(eq=False)
class Thread:
    """The turns of one runtime thread, in order."""

    id: str
    attempt: str
    """The attempt of its first turn."""
    leads: list[str] = field(default_factory=list)
    """Attempts whose first turn it holds."""
    turns: list[Turn] = field(default_factory=list)
    arrays: tuple[RecordArray, ...] = ()


class ThreadReader:
    """Reads a thread's messages, then makes the run of them."""

    def __init__(self, name: str, thread: Thread) -> None:
        self._name, self._thread = name, thread
        self._builder = RunBuilder(one_result_per_record=True)
        self._messages = ChatML(self._builder)
        self._spawned: dict[str, str] = {}
        self._late: int | None = None
        """The record of the caller's message that began the turn, while what stands ahead of it is read."""
        for turn in thread.turns:
            self._late = _late_input(turn)
            known = mechanisms_of([record.value for record in turn.records if type(record) is Record])
            self._builder.map(turn.records, lambda record, known=known: self._entries(record, known))  # type: ignore[misc]  # mypy knows no defaults of lambdas
            self._messages.turn_ended()

    def _entries(self, record: Record, mechanisms: dict[str, Any]) -> Entry | tuple[Entry, ...]:
        """What a record is: an item's row, or a message that stands in its turn's row."""
        row = record.value
        if record.number == self._late:
            self._late = None
        if "role" in mapping(row):
            return self._messages.entries([row], mechanisms, None)[0]
        item = mapping(row["item"])
        kind, messages = text(item["type"]), chatml(item)
        if not messages:
            return Aside(f"item {kind}", "projects to no message; it is stored for replay")
        entries = self._messages.entries(messages, mechanisms_of(messages), timestamp(row.get("inserted_at")))
        for thread in spawned_threads(item):
            self._spawned[thread] = str(item.get("id"))
        if self._late is None:
            return tuple(entries)
        saw = Context(
            (), "unknown", reason=f"the message that began this turn is stored behind, as record {self._late}"
        )
        return tuple([msgspec.structs.replace(one, context=saw) if type(one) is Reply else one for one in entries])

    def parent_of(self, thread: Thread, run_id: str) -> ParentLink:
        """The link from a thread to the call of this one that spawned it."""
        call = self._spawned.get(thread.id)
        if call is None:
            return ParentLink(run_id, rule="a thread of the same attempt; which call spawned it is not stored")
        messages = self._builder.messages
        holders = (one.index for one in messages if any(type(b) is ToolUse and b.id == call for b in one.blocks))
        return ParentLink(run_id, next(holders, None), call, "the call that spawned an agent names this thread")

    def run(
        self,
        run_id: str,
        job: Row,
        status: Any = None,
        parent: ParentLink | None = None,
        subs: tuple[Run, ...] = (),
    ) -> Run:
        """The run.

        Args:
            run_id: as it is called.
            job: the job's row, where this is a lead.
            status: the job's, where it is the verdict on this thread.
            parent: of a sub-agent's thread.
            subs: runs of the threads that this one spawned.
        """
        turns = self._thread.turns
        model, title = job.get("model"), job.get("title")
        return self._builder.finish(
            run_id=run_id,
            format=self._name,
            records=self._thread.arrays,
            label=title if type(title) is str else None,
            models=(model,) if type(model) is str else (),
            attributes=attributes(job, turns),
            outcome=outcome(status),
            exit_status=exit_status(status, turns),
            ending=ending(status, turns, self._builder),
            started_at=timestamp(turns[0].row.get("started_at")) if turns else None,
            ended_at=timestamp(turns[-1].row.get("completed_at")) if turns else None,
            sub_runs=subs,
            parent=parent,
            stated=stated(turns),
            notes=(*notes(turns), *((_NOT_TOLD,) if self._messages.calls else ())),
        )
