"""For a value: every earlier visible place that also holds it, with its status."""

from dataclasses import dataclass, replace
from typing import Any

from viewer.analysis.context import Visible, visible
from viewer.analysis.pairing import pair
from viewer.analysis.provenance.forms import Form, MatchStatus, UseStatus, forms
from viewer.analysis.provenance.haystack import Entry, Haystack, Kind, bounded, path_of
from viewer.analysis.provenance.overview import Overview, overview
from viewer.analysis.provenance.values import Value, is_searched, values
from viewer.model.block import ToolResult, ToolUse
from viewer.model.hashes import canonical_json
from viewer.model.position import Position
from viewer.model.run import Run

MOST_SOURCES = 50
"""Places listed for one value; `count` tells how many there are."""
_ORDER: dict[MatchStatus, int] = {"exact": 0, "formatted": 1, "scaled": 2}


@dataclass(frozen=True)
class Place:
    """An earlier place that also holds a value."""

    position: str
    message_index: int | None
    """None: a request field, outside the messages."""
    tool_use_id: str | None
    path: str | None
    kind: Kind
    status: MatchStatus
    rule: str
    earliest: bool = False
    nearest: bool = False
    """Both among sources only: an echo is no source."""


@dataclass(frozen=True)
class Use:
    """A value in a model's message, and where else it stands."""

    value: Any
    text: str
    at: Position
    status: UseStatus
    rule: str | None
    count: int
    sources: tuple[Place, ...]
    request_fields_stored: bool
    note: str | None = None


class Provenance:
    """Answers for one run; keep it to ask again, since it holds the run's text once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.haystack = Haystack(run)
        self._visible = visible(run, pair(run.messages))
        self._fields = [(name, text) for name, text in _field_texts(run) if text]
        first = run.request_fields[0]
        self.fields_stored = first.system.status == "recorded" and first.tools.status == "recorded"

    def of_message(self, index: int) -> tuple[Use, ...]:
        """The uses in one message of the model; none in any other message."""
        return tuple(self.of(value) for value in self.values_of(index))

    def values_of(self, index: int) -> tuple[Value, ...]:
        """The values in one message of the model, not looked up; none in any other message."""
        message = self.run.messages[index]
        return values(message) if any(producer.who == "model" for producer in message.producers) else ()

    def of_value(self, text: str) -> tuple[Use, ...]:
        """Every use of one value, in all messages of the model."""
        found: list[Use] = []
        for message in self.run.messages:
            if any(producer.who == "model" for producer in message.producers):
                found.extend(
                    self.of(value) for value in values(message) if value.text == text or bounded(value.text, text)
                )
        return tuple(found)

    def positions_of(self, text: str) -> tuple[str, ...]:
        """Every block that holds a text between word boundaries, whoever wrote it and whether or not it was used."""
        numbers = self.haystack.scan(text, ((0, len(self.run.messages) - 1),)) if text and self.run.messages else []
        found: list[str] = []
        for number in numbers:
            entry = self.haystack.entries[number]
            path = path_of(self.run.messages[entry.message].blocks[entry.block], text)
            found.append(str(Position(entry.message, entry.block, path)))
        return tuple(found)

    def of_run(self) -> tuple[Overview, ...]:
        """The status of all uses of the run, found in one pass over its text."""
        return tuple(overview(self.run, self.haystack, self._visible, self._fields))

    def _in_fields(self, needle: str) -> tuple[str, ...]:
        return tuple({name for name, text in self._fields if needle in text and bounded(text, needle)})

    def of(self, value: Value) -> Use:
        """One value looked up."""
        if not is_searched(value):
            return self._answer(value, "not_searched", "too short to mean anything", ())
        saw = self._visible[value.at.message]
        in_fields: dict[str, Place] = {}
        in_messages: dict[int, Place] = {}
        for form in forms(value):
            for name in self._in_fields(form.text):
                in_fields.setdefault(name, Place(name, None, None, None, "source", form.status, form.rule))
            for number in self.haystack.scan(form.text, saw.ranges):
                if number not in in_messages:
                    in_messages[number] = self._place(self.haystack.entries[number], form)
        found = _marked([*in_fields.values(), *(in_messages[number] for number in sorted(in_messages))])
        if not found:
            return self._answer(value, "not_in_visible_messages", self._why(value, saw), ())
        best = min(found, key=lambda place: _ORDER[place.status])
        return self._answer(value, best.status, best.rule, found)

    def _answer(self, value: Value, status: UseStatus, rule: str | None, found: tuple[Place, ...]) -> Use:
        return Use(
            value.stored, value.text, value.at, status, rule, len(found), found[:MOST_SOURCES], self.fields_stored
        )

    def _why(self, value: Value, saw: Visible) -> str:
        if saw.status == "unknown":
            return f"what was visible is unknown: {saw.reason}"
        if value.is_date:
            entries = (self.haystack.entries[number] for number in self.haystack.has_relative_times)
            ages = [
                str(Position(entry.message, entry.block))
                for entry in entries
                if any(first <= entry.message <= last for first, last in saw.ranges)
            ]
            if ages:
                return f"no literal source; a relative age at {', '.join(ages[:5])} would need a run date"
        return (
            "in no visible message and not in the stored request fields"
            if self.fields_stored
            else "in no visible message; the request fields are not all in this file"
        )

    def _place(self, entry: Entry, form: Form) -> Place:
        block = self.run.messages[entry.message].blocks[entry.block]
        path = path_of(block, form.text)
        call_id = None
        if type(block) is ToolResult:
            call_id = block.tool_use_id
        elif type(block) is ToolUse:
            call_id = block.id
        position = Position(entry.message, entry.block, path)
        return Place(str(position), entry.message, call_id, path, entry.kind, form.status, form.rule)


def _marked(places: list[Place]) -> tuple[Place, ...]:
    sources = [number for number, place in enumerate(places) if place.kind == "source"]
    if sources:
        places[sources[0]] = replace(places[sources[0]], earliest=True)
        places[sources[-1]] = replace(places[sources[-1]], nearest=True)
    return tuple(places)


def _field_texts(run: Run) -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = []
    for fields in run.request_fields:
        for name, field in (("system", fields.system), ("tools", fields.tools)):
            if field.status == "recorded":
                value = field.value
                made.append((name, value if isinstance(value, str) else canonical_json(value).decode()))
    return made
