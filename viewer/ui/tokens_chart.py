"""The token chart: the parts of each request's prompt stacked, its output beside, gaps where nothing is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from viewer.analysis.estimates import Estimate
from viewer.analysis.tokens import RequestSize

MARKS = 300
"""Marks of a chart at most, since drawing takes the longest; of several requests in one bar the largest is drawn."""
PARTS: tuple[tuple[str, str], ...] = (
    ("cache_read_input_tokens", "read from the cache"),
    ("cache_creation_input_tokens", "written to the cache"),
    ("input_tokens", "at the full rate"),
)
"""Field and name. The cheapest stands lowest."""


@dataclass(frozen=True)
class Bar:
    """One mark: a request, or several next to each other."""

    first_k: int
    last_k: int
    size: RequestSize
    """Of the largest recorded one among them; of the first, where none is recorded."""
    not_recorded: int
    events: tuple[str, ...] = ()
    """What else happened at one of them, by the names of `EVENTS`."""
    event_message: int | None = None

    @property
    def tokens(self) -> int | None:
        """The prompt's recorded size."""
        return self.size.prompt_tokens


EVENTS = {"narrowed": "no longer held earlier messages", "sub_run": "started a sub-agent"}
"""Kind -> name."""
Events = Mapping[str, Mapping[int, int]]
"""Kind of event -> request -> the message to open."""


def bars(sizes: tuple[RequestSize, ...], events: Events | None = None, most: int = MARKS) -> tuple[Bar, ...]:
    """Sizes in so many bars that the chart has at most `most` marks."""
    found = events or {}
    series = len(parts_of(sizes)) + has_output(sizes)
    width = max(1, -(-len(sizes) * max(1, series) // most))
    while True:
        made = _bars(sizes, found, width)
        if width >= len(sizes) or marks(made, series) <= most:
            return made
        width += 1


def _bars(sizes: tuple[RequestSize, ...], events: Events, width: int) -> tuple[Bar, ...]:
    made: list[Bar] = []
    for start in range(0, len(sizes), width):
        group = sizes[start : start + width]
        largest = max(group, key=lambda size: -1 if size.prompt_tokens is None else size.prompt_tokens)
        missing = sum(1 for size in group if size.prompt_tokens is None)
        here = {kind: [at[size.k] for size in group if size.k in at] for kind, at in events.items()}
        kinds = tuple(kind for kind, places in here.items() if places)
        place = here[kinds[0]][0] if kinds else None
        made.append(Bar(group[0].k, group[-1].k, largest, missing, kinds, place))
    return tuple(made)


def marks(made: tuple[Bar, ...], series: int) -> int:
    """How many marks these bars are: one a part, or one for a gap, and one an event."""
    return sum((series if bar.tokens is not None else 1) + len(bar.events) for bar in made)


def parts_of(sizes: tuple[RequestSize, ...]) -> list[tuple[str, str]]:
    """The parts that any request records; without cache counts the prompt is one part."""
    return [part for part in PARTS if any(size.usage and getattr(size.usage, part[0]) for size in sizes)]


def has_output(sizes: tuple[RequestSize, ...]) -> bool:
    """Whether any request records its output."""
    return any(size.usage and size.usage.output_tokens is not None for size in sizes)


def chart_data(drawn: tuple[Bar, ...], alt: str, estimated: tuple[Estimate, ...] = ()) -> bytes:
    """What `components/token_chart.js` draws: a stack a bar; one without a recorded size is a gap.

    Args:
        drawn: the bars.
        alt: what the chart is, in words.
        estimated: sizes that are drawn hollow, where none is recorded.
    """
    sizes = tuple(bar.size for bar in drawn)
    parts = parts_of(sizes)
    by_k = {one.k: one for one in estimated}
    binned = max(bar.last_k - bar.first_k + 1 for bar in drawn)
    made = {
        "alt": alt,
        "axis": "request" if binned == 1 else f"request; each bar the largest of {binned:,}",
        "parts": [{"field": field, "name": name if len(parts) > 1 else "input"} for field, name in parts],
        "has_output": has_output(sizes),
        "events": EVENTS,
        "bars": [
            {
                "first": bar.first_k,
                "last": bar.last_k,
                "open": bar.size.message_index,
                "parts": None if bar.tokens is None else [_count(bar.size, field) for field, _ in parts],
                "output": _count(bar.size, "output_tokens"),
                "events": [(kind, bar.event_message) for kind in bar.events],
                "estimate": _estimate(bar, by_k.get(bar.size.k)),
            }
            for bar in drawn
        ],
    }
    return msgspec.json.encode(made)


def _count(size: RequestSize, field: str) -> int | None:
    count: int | None = getattr(size.usage, field) if size.usage is not None else None
    return count


def _estimate(bar: Bar, found: Estimate | None) -> tuple[int, int, int | None] | None:
    return None if found is None or bar.tokens is not None else (found.tokens, found.low, found.high)
