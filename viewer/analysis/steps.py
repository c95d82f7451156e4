"""How long are such runs? The histogram of step counts, by label."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_MARKS = 300
"""A chart of more marks is slow to draw and no easier to read."""
MOST_SERIES = 8
"""More colours than this cannot be told apart; the labels with the fewest runs stand together."""


@dataclass(frozen=True)
class StepSeries:
    """The runs of one label, or of the labels that stand together."""

    labels: tuple[str | None, ...]
    """None: the file names no kind of task. Several: those with the fewest runs."""
    n: int


@dataclass(frozen=True)
class StepMark:
    """Runs of one series whose step counts lie in one bin."""

    first: int
    """Fewest steps of the bin."""
    last: int
    """Most steps of the bin, inclusive."""
    series: int
    """Index into `StepHistogram.series`."""
    runs: int


@dataclass(frozen=True)
class StepHistogram:
    """Counts of runs by step count and label. Bins without a run have no mark."""

    n: int
    """Runs with at least one step: what the marks add up to."""
    never_started: int
    """Runs without a request, which no bin holds."""
    width: int
    """Step counts a bin holds; the first bin starts at 1."""
    longest: int | None
    """Most steps of a run; None: no run."""
    series: tuple[StepSeries, ...]
    """Most runs first."""
    marks: tuple[StepMark, ...]
    """By bin, then by series."""


def step_histogram(
    runs: Iterable[tuple[str | None, int]] | Mapping[tuple[str | None, int], int],
    most_marks: int = MOST_MARKS,
    most_series: int = MOST_SERIES,
) -> StepHistogram:
    """The histogram in the narrowest bins that make at most `most_marks` marks.

    Args:
        runs: the label and the steps of each run, or how many runs have which.
        most_marks: so many bars at most.
        most_series: so many labels at most stand alone.
    """
    pairs = Counter(runs)
    cells = {(label, steps): count for (label, steps), count in pairs.items() if steps > 0}
    never_started = sum(pairs.values()) - sum(cells.values())
    series = _series(cells, most_series)
    series_of = {label: number for number, one in enumerate(series) for label in one.labels}
    longest = max((steps for _, steps in cells), default=None)
    for width in _widths():
        bins: Counter[tuple[int, int]] = Counter()
        for (label, steps), count in cells.items():
            bins[(steps - 1) // width, series_of[label]] += count
        if len(bins) <= max(most_marks, len(series)):
            break
    marks = tuple(
        StepMark(at * width + 1, (at + 1) * width, number, count) for (at, number), count in sorted(bins.items())
    )
    return StepHistogram(sum(cells.values()), never_started, width, longest, series, marks)


def _series(cells: dict[tuple[str | None, int], int], most: int) -> tuple[StepSeries, ...]:
    totals: Counter[str | None] = Counter()
    for (label, _), count in cells.items():
        totals[label] += count
    ordered = sorted(totals.items(), key=lambda entry: (-entry[1], entry[0] is None, entry[0] or ""))
    alone = ordered if len(ordered) <= most else ordered[: most - 1]
    rest = ordered[len(alone) :]
    series = [StepSeries((label,), count) for label, count in alone]
    if rest:
        series.append(StepSeries(tuple(label for label, _ in rest), sum(count for _, count in rest)))
    return tuple(series)


def _widths() -> Iterable[int]:
    """Bin widths that people read easily: 1, 2, 5, 10, 20, 50 and so on."""
    scale = 1
    while True:
        yield scale
        yield scale * 2
        yield scale * 5
        scale *= 10
