"""The status of every value that a run's model used, found in one pass over the run's text."""

from bisect import bisect_left

import msgspec

from viewer.analysis.context import Visible
from viewer.analysis.provenance.folded import joined
from viewer.analysis.provenance.forms import Form, UseStatus, forms
from viewer.analysis.provenance.haystack import Entry, Haystack
from viewer.analysis.provenance.postings import Needles
from viewer.analysis.provenance.values import Value, is_searched, values
from viewer.model.position import Position
from viewer.model.run import Run


class Overview(msgspec.Struct, frozen=True):
    """The status of one use, without its places."""

    text: str
    at: Position
    status: UseStatus
    count: int
    nearest: int | None
    """Message index of the nearest source; None: no source, or a request field only."""
    in_fields: bool = False
    """Whether a stored request field holds it: a source outside the messages."""

    @property
    def has_source(self) -> bool:
        """False: nowhere visible, or only in what the model had written itself before."""
        return self.nearest is not None or self.in_fields


class _Places(msgspec.Struct, frozen=True):
    """Where a value stands in the whole run, whoever could see it."""

    forms: tuple[tuple[UseStatus, list[int], bool], ...]
    """The forms that stand anywhere: status, entries, whether a request field holds it."""
    entries: list[int]
    """Of all forms, in order, each once."""
    sources: list[int]
    """Those that the model did not write itself."""
    fields: int
    """Request fields that hold any form."""


_NOWHERE = _Places((), [], [], 0)


def overview(run: Run, haystack: Haystack, saw: tuple[Visible, ...], fields: list[tuple[str, str]]) -> list[Overview]:
    """One answer for each use, in order.

    Args:
        run: the run.
        haystack: its text.
        saw: for each message what its model could see.
        fields: names and texts of the stored request fields.
    """
    known: dict[tuple[str, str | None], tuple[Form, ...]] = {}
    used: list[list[tuple[Value, tuple[str, str | None]]]] = []
    for message in run.messages:
        if message.role != "assistant" or not any(producer.who == "model" for producer in message.producers):
            continue
        in_message = [(value, (value.text, value.key)) for value in values(message)]
        for value, name in in_message:
            if name not in known:
                known[name] = forms(value) if is_searched(value) else ()
        if in_message:
            used.append(in_message)
    needles = list({form.text: None for spellings in known.values() for form in spellings})
    prepared = Needles(needles)
    held = dict(zip(needles, haystack.scan_all(prepared), strict=True))
    texts = [text for _, text in fields]
    in_fields = dict(zip(needles, prepared.held(texts, *joined(texts)), strict=True))
    names = [name for name, _ in fields]
    is_source = [entry.kind == "source" for entry in haystack.entries]
    places = {
        name: _places(spellings, is_source, held, in_fields, names) if spellings else None
        for name, spellings in known.items()
    }
    found: list[Overview] = []
    first_of = haystack.first_of
    last = len(first_of) - 1
    for in_message in used:
        ranges = saw[in_message[0][0].at.message].ranges
        spans = [(first_of[low], first_of[high + 1 if high < last else last]) for low, high in ranges]
        found += [_overview(value, places[name], haystack.entries, spans) for value, name in in_message]
    return found


def _places(
    spellings: tuple[Form, ...],
    is_source: list[bool],
    held: dict[str, list[int]],
    in_fields: dict[str, list[int]],
    names: list[str],
) -> _Places:
    found: list[tuple[UseStatus, list[int], bool]] = []
    fields: set[str] = set()
    for form in spellings:
        text = form.text
        entries, here = held[text], in_fields[text]
        if here:
            fields.update([names[number] for number in here])
        if entries or here:
            found.append((form.status, entries, bool(here)))
    if not found:
        return _NOWHERE
    entries = found[0][1] if len(found) == 1 else sorted({number for _, one, _ in found for number in one})
    return _Places(tuple(found), entries, [number for number in entries if is_source[number]], len(fields))


def _overview(value: Value, places: _Places | None, entries: list[Entry], spans: list[tuple[int, int]]) -> Overview:
    """The answer for one use.

    Args:
        value: the use.
        places: where it stands; None: it is too short to be searched.
        entries: of the haystack.
        spans: those that the model could see, each from its first to after its last.
    """
    if places is None:
        return Overview(value.text, value.at, "not_searched", 0, None)
    status: UseStatus | None = None
    count = 0
    for one, holding, in_field in places.forms:
        count = _count(holding, spans)
        if in_field or count:
            status = one
            break
    if status is None:
        return Overview(value.text, value.at, "not_in_visible_messages", 0, None)
    nearest: int | None = None
    sources = places.sources
    for low, high in reversed(spans):
        at = bisect_left(sources, high) - 1
        if at >= 0 and sources[at] >= low:
            nearest = entries[sources[at]].message
            break
    if len(places.forms) > 1:
        count = _count(places.entries, spans)
    fields = places.fields
    return Overview(value.text, value.at, status, count + fields, nearest, fields > 0)


def _count(entries: list[int], spans: list[tuple[int, int]]) -> int:
    count = 0
    for low, high in spans:
        count += bisect_left(entries, high) - (bisect_left(entries, low) if low else 0)
    return count
