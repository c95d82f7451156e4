"""The status of every value that a run's model used, found in one pass over the run's text."""

from bisect import bisect_left

import msgspec

from viewer.analysis.context import Visible
from viewer.analysis.provenance.folded import joined
from viewer.analysis.provenance.forms import Form, UseStatus, forms
from viewer.analysis.provenance.haystack import Haystack
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


def overview(run: Run, haystack: Haystack, saw: tuple[Visible, ...], fields: list[tuple[str, str]]) -> list[Overview]:
    """One answer for each use, in order.

    Args:
        run: the run.
        haystack: its text.
        saw: for each message what its model could see.
        fields: names and texts of the stored request fields.
    """
    known: dict[tuple[str, str | None], tuple[Form, ...]] = {}
    used: list[tuple[Value, tuple[str, str | None]]] = []
    for message in run.messages:
        if message.role != "assistant" or not any(producer.who == "model" for producer in message.producers):
            continue
        for value in values(message):
            name = (value.text, value.key)
            if name not in known:
                known[name] = forms(value) if is_searched(value) else ()
            used.append((value, name))
    needles = list({form.text: None for spellings in known.values() for form in spellings})
    prepared = Needles(needles)
    held = dict(zip(needles, haystack.scan_all(prepared), strict=True))
    texts = [text for _, text in fields]
    in_fields = dict(zip(needles, prepared.held(texts, *joined(texts)), strict=True))
    names = [name for name, _ in fields]
    places = {name: _places(one, haystack, held, in_fields, names) for name, one in known.items()}
    return [_overview(value, places[name], haystack, saw[value.at.message].ranges) for value, name in used]


def _places(
    spellings: tuple[Form, ...],
    haystack: Haystack,
    held: dict[str, list[int]],
    in_fields: dict[str, list[int]],
    names: list[str],
) -> _Places | None:
    """None: the value is too short to be searched."""
    if not spellings:
        return None
    found: list[tuple[UseStatus, list[int], bool]] = []
    fields: set[str] = set()
    for form in spellings:
        entries, here = held[form.text], in_fields[form.text]
        if entries or here:
            found.append((form.status, entries, bool(here)))
            fields.update(names[number] for number in here)
    entries = found[0][1] if len(found) == 1 else sorted({number for _, one, _ in found for number in one})
    sources = [number for number in entries if haystack.entries[number].kind == "source"]
    return _Places(tuple(found), entries, sources, len(fields))


def _overview(
    value: Value, places: _Places | None, haystack: Haystack, ranges: tuple[tuple[int, int], ...]
) -> Overview:
    if places is None:
        return Overview(value.text, value.at, "not_searched", 0, None)
    first_of = haystack.first_of
    last = len(first_of) - 1
    spans = [(first_of[low], first_of[high + 1 if high < last else last]) for low, high in ranges]
    status: UseStatus | None = None
    for one, entries, in_field in places.forms:
        if in_field or _count(entries, spans):
            status = one
            break
    if status is None:
        return Overview(value.text, value.at, "not_in_visible_messages", 0, None)
    nearest: int | None = None
    for low, high in reversed(spans):
        at = bisect_left(places.sources, high) - 1
        if at >= 0 and places.sources[at] >= low:
            nearest = haystack.entries[places.sources[at]].message
            break
    count = _count(places.entries, spans) + places.fields
    return Overview(value.text, value.at, status, count, nearest, bool(places.fields))


def _count(entries: list[int], spans: list[tuple[int, int]]) -> int:
    count = 0
    for low, high in spans:
        count += bisect_left(entries, high) - (bisect_left(entries, low) if low else 0)
    return count
