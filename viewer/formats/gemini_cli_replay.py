"""Replays a Gemini CLI session log: messages that are written again, `$set` patches, `$rewindTo`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import EntryOf, RunBuilder
from viewer.formats.entries import Aside, Entry, Trouble


@dataclass(eq=False)
class Slot:
    """A place in the list: a message in its newest state, or a record that cannot be read."""

    record: Record | BadRecord
    unknown: str | None
    """Why it is not told what a request for this reply held; None: all that stands before it."""


@dataclass(eq=False)
class Left:
    """Messages that a rewind took off the list."""

    after: int
    """How many slots stand before them."""
    slots: list[Slot]
    why: str


@dataclass
class Replay:
    """The list as it stands after all records."""

    new_entry_of: Callable[[], EntryOf]
    """What reads a message; each call begins anew."""
    slots: list[Slot] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    beside: list[tuple[int, Entry]] = field(default_factory=list)
    """Records that are no message, and earlier states of messages."""
    head: dict[str, Any] = field(default_factory=dict)
    """What the header says, as patched last."""
    _by_id: dict[str, int] = field(default_factory=dict)
    _first: int = 0
    """The first slot of the list that was stored last."""
    _unknown: str | None = None

    def take(self, record: Record | BadRecord) -> None:
        """Apply one record."""
        if type(record) is not Record:
            self.slots.append(Slot(record, None))
            return
        number, value = record.number, record.value
        if type(value) is not dict:
            self.beside.append((number, Trouble("not as this format writes it: no object", value)))
        elif type(value.get("$rewindTo")) is str:
            self._rewind(number, value["$rewindTo"])
        elif type(value.get("id")) is str:
            self._put(record)
        elif type(value.get("$set")) is dict:
            self._set(number, value["$set"], Aside("patch", f"sets {', '.join(value['$set']) or 'nothing'}"))
        elif "sessionId" in value:
            self._set(number, value, Aside("session", "what the session is, not a message"))
        else:
            self.slots.append(Slot(record, self._unknown))

    def _put(self, record: Record) -> None:
        at = self._by_id.get(record.value["id"])
        if at is None:
            self._by_id[record.value["id"]] = len(self.slots)
            self.slots.append(Slot(record, self._unknown))
            return
        why = f"an earlier state of the message that record {record.number} stores again"
        self.beside.append((self.slots[at].record.number, Aside("earlier state", why)))
        self.slots[at] = Slot(record, self.slots[at].unknown)

    def _set(self, number: int, changes: dict[str, Any], aside: Aside) -> None:
        self.head.update({key: one for key, one in changes.items() if key != "messages"})
        messages = changes.get("messages")
        entry: Entry = aside
        if type(messages) is list:
            records = [Record(number, one) for one in messages]
            trial = RunBuilder()
            trial.map(records, self.new_entry_of())
            if trial.problems:
                self._unknown = f"record {number} stores another message list, which cannot be read"
                entry = Trouble(f"its message list cannot be read: {trial.problems[0].reason}", changes)
            else:
                self._replace(number, records)
                entry = Aside("message list", "stores the list again; what is new in it stands as messages")
        self.beside.append((number, entry))

    def _replace(self, number: int, records: list[Record]) -> None:
        """Take a whole list in place of the one so far: messages that it changes or lacks stay as they were."""
        ids = {one.value["id"]: one.value for one in records if type(one.value.get("id")) is str}
        before = [slot.record.value for slot in self.slots[self._first :] if type(slot.record) is Record]
        if any(ids.get(_id(message), {}).get("content") != message.get("content") for message in before):
            self._first = len(self.slots)
            self._unknown = (
                f"record {number} stores another message list: which of the earlier "
                "messages were still sent, and in what form, is not told for later replies"
            )
        for one in records:
            message_id = _id(one.value)
            if message_id is None or message_id not in self._by_id:
                if message_id is not None:
                    self._by_id[message_id] = len(self.slots)
                self.slots.append(Slot(one, self._unknown))

    def _rewind(self, number: int, message_id: str) -> None:
        """To before a message; to the start where no such message stands."""
        at = self._by_id.get(message_id, 0)
        slots = self.slots[at:]
        del self.slots[at:]
        self._by_id = {one: place for one, place in self._by_id.items() if place < at}
        self._first = min(self._first, at)
        for left in self.left:
            left.after = min(left.after, at)
        if slots:
            self.left.append(Left(at, slots, f"record {number} rewinds the session to before these messages"))
        self.beside.append((number, Aside("rewind", f"takes {len(slots)} messages off the list")))


def _id(message: Any) -> str | None:
    found = message.get("id") if type(message) is dict else None
    return found if type(found) is str else None
