"""Rows that name the row before them, sorted so that each stands behind the one it follows."""

from dataclasses import dataclass, field
from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.convert import epoch_seconds

AnyRecord = Record | BadRecord
Row = dict[str, Any]


@dataclass(eq=False)
class Place:
    """A record in the tree."""

    record: AnyRecord
    row: Row
    """{} for a record that is no row."""
    parent: int = 0
    """Index of the place before it; 0: none is in the file."""
    before: str | None = None
    """Id of the row that it names as the one before."""

    @property
    def is_visible(self) -> bool:
        """Only complete rows are history for later requests."""
        return "status" not in self.row or bool(self.row["status"] == "complete")

    @property
    def is_loose(self) -> bool:
        """Whether the row before it is not in the file."""
        return self.before is not None and self.parent == 0


@dataclass
class Tree:
    """All rows of a conversation."""

    places: list[Place]
    """Behind a start that no record stands for."""
    copies: list[tuple[AnyRecord, int]] = field(default_factory=list)
    """Records that repeat a row, with the number of the first."""
    has_circle: bool = False


def tree(records: list[AnyRecord]) -> Tree:
    """Sort rows by their time (in the order of the file where one has none), then each behind its parent."""
    made = Tree([Place(BadRecord(0, ""), {})])
    places: list[Place] = []
    known: dict[str, Place] = {}
    for record in records:
        row = record.value if type(record) is Record and type(record.value) is dict else {}
        first = known.get(str(row["id"])) if "id" in row else None
        if first is not None and first.row == row:
            made.copies.append((record, first.record.number))
            continue
        before = row.get("previous_message_id")
        places.append(Place(record, row, 0, None if before is None else str(before)))
        if "id" in row:
            known.setdefault(str(row["id"]), places[-1])
    _put(_by_time(places), known, made)
    return made


def _by_time(places: list[Place]) -> list[Place]:
    """A record that is no row stays behind the one before it."""
    keys: list[float] = []
    for place in places:
        seconds = epoch_seconds(place.row.get("inserted_at")) if place.row else keys[-1] if keys else 0.0
        if seconds is None:
            return places
        keys.append(seconds)
    order = sorted(range(len(places)), key=keys.__getitem__)
    return [places[index] for index in order]


def _put(places: list[Place], known: dict[str, Place], made: Tree) -> None:
    at: dict[str, int] = {}
    waiting: dict[str, list[Place]] = {}

    def put(place: Place) -> None:
        ready = [place]
        while ready:
            one = ready.pop()
            one.parent = at.get(one.before, 0) if one.before is not None else 0
            if not one.row:
                one.parent = len(made.places) - 1
            made.places.append(one)
            own = str(one.row.get("id"))
            if known.get(own) is one:
                at[own] = len(made.places) - 1
                ready.extend(reversed(waiting.pop(own, ())))

    for place in places:
        if place.before is not None and place.before in known and place.before not in at:
            waiting.setdefault(place.before, []).append(place)
        else:
            put(place)
    while waiting:
        made.has_circle = True
        held = next(iter(waiting.values()))
        place = held.pop(0)
        if not held:
            del waiting[str(place.before)]
        place.before = None
        put(place)
