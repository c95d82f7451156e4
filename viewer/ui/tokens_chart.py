"""The token chart: the parts of each request's prompt stacked, its output beside, gaps where nothing is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from viewer.analysis.estimates import Estimate
from viewer.analysis.tokens import RequestSize
from viewer.ui.charts import BAR_COLOUR

MARKS = 300
"""Marks of a chart at most, since drawing takes the longest; of several requests in one bar the largest is drawn."""
OUTPUT_COLOUR = "#b8741a"
"""3.5:1 or more against both themes."""
PARTS: tuple[tuple[str, str, str], ...] = (
    ("cache_read_input_tokens", "read from the cache", "."),
    ("cache_creation_input_tokens", "written to the cache", "/"),
    ("input_tokens", "at the full rate", ""),
)
"""Field, name, pattern: the pattern tells them apart where the colour does not. The cheapest stands lowest."""


_PATTERN = {"fillmode": "overlay", "fgcolor": "#ffffff", "size": 6, "solidity": 0.3}


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

    @property
    def x(self) -> float:
        """Where it stands on the axis of requests."""
        return (self.first_k + self.last_k) / 2


EVENTS: dict[str, tuple[str, str]] = {
    "narrowed": ("no longer held earlier messages", "triangle-down"),
    "sub_run": ("started a sub-agent", "diamond"),
}
"""Kind -> name and symbol."""
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


def parts_of(sizes: tuple[RequestSize, ...]) -> list[tuple[str, str, str]]:
    """The parts that any request records; without cache counts the prompt is one part."""
    return [part for part in PARTS if any(size.usage and getattr(size.usage, part[0]) for size in sizes)]


def has_output(sizes: tuple[RequestSize, ...]) -> bool:
    """Whether any request records its output."""
    return any(size.usage and size.usage.output_tokens is not None for size in sizes)


def tokens_figure(drawn: tuple[Bar, ...], estimated: tuple[Estimate, ...] = ()) -> go.Figure:
    """A stack a request; one without a recorded size is a gap with a mark on the axis."""
    sizes = tuple(bar.size for bar in drawn)
    known = [bar for bar in drawn if bar.tokens is not None]
    parts = parts_of(sizes)
    figure = go.Figure()
    for number, (field, name, pattern) in enumerate(parts):
        last = number == len(parts) - 1
        figure.add_bar(
            **_places(known),
            y=[_count(bar.size, field) for bar in known],
            offsetgroup="in",
            text=[f"{bar.tokens:,}" for bar in known] if last and len(known) <= 12 else None,
            textposition="outside" if last else "none",
            cliponaxis=False,
            marker={
                "color": BAR_COLOUR,
                "pattern": {**_PATTERN, "shape": pattern},
            },
            hovertemplate="request %{x}: %{y:,} tokens %{meta}<extra></extra>",
            meta=name,
            name=name if len(parts) > 1 else "input",
        )
    if has_output(sizes):
        figure.add_bar(
            **_places(known),
            y=[_count(bar.size, "output_tokens") for bar in known],
            offsetgroup="out",
            marker={"color": OUTPUT_COLOUR},
            hovertemplate="request %{x}: %{y:,} tokens of output<extra></extra>",
            name="output",
        )
    _add_gaps(figure, drawn)
    _add_events(figure, drawn)
    _add_estimates(figure, drawn, estimated)
    binned = max(bar.last_k - bar.first_k + 1 for bar in drawn)
    title = "request" if binned == 1 else f"request; each bar the largest of {binned:,}"
    figure.update_layout(height=280, margin={"l": 8, "r": 8, "t": 34, "b": 8}, barmode="relative", bargap=0.25)
    figure.update_layout(
        showlegend=len(figure.data) > 1, legend={"orientation": "h", "y": 1.2, "x": 1, "xanchor": "right"}
    )
    figure.update_xaxes(title=title, tickformat=",d", dtick=1 if len(drawn) <= 20 and binned == 1 else None)
    figure.update_yaxes(title="tokens", rangemode="tozero", tickformat=",d")
    return figure


def _places(some: list[Bar]) -> dict[str, Any]:
    return {"x": [bar.x for bar in some], "customdata": [bar.size.message_index for bar in some]}


def _count(size: RequestSize, field: str) -> int | None:
    count: int | None = getattr(size.usage, field) if size.usage is not None else None
    return count


def _add_gaps(figure: go.Figure, drawn: tuple[Bar, ...]) -> None:
    gaps = [bar for bar in drawn if bar.tokens is None]
    if not gaps:
        return
    figure.add_scatter(
        **_places(gaps),
        y=[0] * len(gaps),
        mode="markers",
        cliponaxis=False,
        marker={"symbol": "x-thin", "size": 9, "line": {"width": 2, "color": BAR_COLOUR}},
        hovertemplate="request %{x}: not recorded<extra></extra>",
        name="not recorded",
    )


def _add_events(figure: go.Figure, drawn: tuple[Bar, ...]) -> None:
    for kind, (name, symbol) in EVENTS.items():
        some = [bar for bar in drawn if kind in bar.events]
        if not some:
            continue
        figure.add_scatter(
            x=[bar.x for bar in some],
            y=[(bar.tokens or 0) * 1.06 for bar in some],
            customdata=[bar.event_message for bar in some],
            mode="markers",
            cliponaxis=False,
            marker={"symbol": symbol, "size": 9, "color": OUTPUT_COLOUR},
            hovertemplate="request %{x}: %{meta}<extra></extra>",
            meta=name,
            name=name,
        )


def _add_estimates(figure: go.Figure, drawn: tuple[Bar, ...], estimated: tuple[Estimate, ...]) -> None:
    """Hollow bars with their error, never stacked with recorded ones."""
    by_k = {one.k: one for one in estimated}
    some = [(bar, by_k[bar.size.k]) for bar in drawn if bar.tokens is None and bar.size.k in by_k]
    if not some:
        return
    figure.add_bar(
        **_places([bar for bar, _ in some]),
        y=[one.tokens for _, one in some],
        offsetgroup="in",
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [(one.high or one.tokens) - one.tokens for _, one in some],
            "arrayminus": [one.tokens - one.low for _, one in some],
            "color": BAR_COLOUR,
        },
        marker={"color": "rgba(0,0,0,0)", "line": {"color": BAR_COLOUR, "width": 1.5}},
        hovertemplate="request %{x}: about %{y:,} tokens, estimated<extra></extra>",
        name="estimated",
    )
