"""Runs by a quantity other than steps, binned by one query however many there are."""

from dataclasses import dataclass

from viewer.index.filter_line.comparison import Condition
from viewer.index.query_limit import limited_rows
from viewer.index.reader import IndexReader

COLUMNS = {
    "tool calls": "tool_calls",
    "messages": "messages",
    "input tokens": (
        "(input_tokens + coalesce(cache_read_input_tokens, 0) + coalesce(cache_creation_input_tokens, 0))"
    ),
    "seconds": "seconds",
    "cost": "cost",
}
QUANTILES = (0.5, 0.9, 0.95, 0.99)
_BARS = 80


@dataclass(frozen=True)
class QuantityBar:
    """Runs whose quantity lies in [first, first + width)."""

    first: float
    ended: int
    cut: int


@dataclass(frozen=True)
class QuantityHistogram:
    """How a quantity is spread over runs that are no sub-agents'."""

    n: int
    cut: int
    """Censored and open runs, whose quantities are lower bounds."""
    without: int
    """Runs that do not record it."""
    width: float
    bars: tuple[QuantityBar, ...]
    quantiles: tuple[float, ...]
    """Of QUANTILES, of what was recorded: with cut runs in it, lower bounds."""
    longest: float


def quantity_histogram(reader: IndexReader, where: Condition, quantity: str) -> QuantityHistogram | None:
    """The histogram of a quantity; None where no run records it."""
    column = COLUMNS[quantity]
    of = f"FROM runs WHERE parent_run_id IS NULL AND {where.sql}"
    (n, rows, cut, longest, quantiles) = limited_rows(
        reader,
        f"SELECT count({column}), count(*), count(*) FILTER ({column} IS NOT NULL AND ending IN ('censored', 'open')), "
        f"max({column}), quantile_disc({column}, {list(QUANTILES)}) {of}",
        where.parameters,
    )[0]
    if not n:
        return None
    width = _width(float(longest), is_whole=quantity not in ("seconds", "cost"))
    bars = limited_rows(
        reader,
        f"SELECT floor({column} / {width!r}) AS bin, count(*) FILTER (ending NOT IN ('censored', 'open')), "
        f"count(*) FILTER (ending IN ('censored', 'open')) {of} AND {column} IS NOT NULL GROUP BY bin ORDER BY bin",
        where.parameters,
    )
    return QuantityHistogram(
        n, cut, rows - n, width,
        tuple(QuantityBar(at * width, ended, were_cut) for at, ended, were_cut in bars),
        tuple(float(one) for one in quantiles), float(longest),
    )  # fmt: skip


def _width(longest: float, is_whole: bool) -> float:
    """The narrowest of 1, 2, 5, 10, 20 … that makes so many bars at most; below 1 only where halves exist."""
    scale = 1.0 if is_whole else 1e-9
    while True:
        for step in (1.0, 2.0, 5.0):
            if longest / (scale * step) <= _BARS:
                return scale * step
        scale *= 10
