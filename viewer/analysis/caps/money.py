"""The same questions on the axis of money: runs that a money cap cut are censored in dollars, not in steps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from viewer.analysis.caps.cells import Floats
from viewer.analysis.caps.quantiles import Quantile
from viewer.analysis.caps.recommendation import Basis, percent
from viewer.analysis.caps.table import CapTable, cap_table
from viewer.analysis.caps.units import CappedRun

MOST_AMOUNTS = 1_000
"""Different amounts at most; where there are more, they are rounded up to coarser ones."""


@dataclass(frozen=True)
class MoneyTable:
    """A table whose caps are amounts of money."""

    dollars: tuple[float, ...]
    """The amount of each cap of the table, ascending."""
    table: CapTable
    """Its caps and quantiles are places in `dollars`, from 1; its steps saved count places."""
    saved: tuple[float, ...]
    """Dollars beyond each amount; at least, where runs were cut."""
    without: int
    """Runs that state no cost."""
    sentence: str

    def amount(self, quantile: Quantile) -> tuple[float | None, float | None, float | None]:
        """A quantile and its limits in dollars."""
        value, low, high = (
            None if place is None else self.dollars[place - 1]
            for place in (quantile.value, quantile.low, quantile.high)
        )
        return value, low, high


def money_table(
    runs: Sequence[CappedRun], *, loss: float = 0.01, group: str = "all", basis: Basis = "worst case"
) -> MoneyTable | None:
    """The table of what runs cost; None where none states its cost."""
    priced = [run for run in runs if run.dollars is not None and run.dollars >= 0]
    if not priced:
        return None
    amounts = _rounded(np.array([run.dollars for run in priced], np.float64))
    dollars, places = np.unique(amounts, return_inverse=True)
    placed = [
        replace(run, units=(int(place) + 1,), unit_tokens=(), cap=None, cut_by=None)
        for run, place in zip(priced, places, strict=True)
    ]
    table = cap_table(placed, "run", loss=loss, group=group, basis=basis)
    cap = table.recommended.cap
    if cap is None:
        sentence = table.recommended.sentence
    else:
        sentence = (
            f"A cap of ${dollars[cap - 1]:,.2f} a run cuts at most {percent(loss)} of successes with 95 % confidence "
            f"({basis}; {table.n:,} runs of {table.tasks:,} tasks)."
        )
    beyond = np.maximum(np.array([run.dollars for run in priced])[:, None] - dollars[None, :], 0).sum(0)
    return MoneyTable(tuple(dollars.tolist()), table, tuple(beyond.tolist()), len(runs) - len(priced), sentence)


def _rounded(dollars: Floats) -> Floats:
    """Up to whole cents; to coarser amounts where there are too many, to finer ones where cents tell nothing."""
    unit = 10.0 ** np.floor(np.log10(max(float(dollars.max()), 1e-6)) - 3)
    while True:
        rounded: Floats = np.round(np.ceil(np.round(dollars / unit, 6)) * unit, 9)
        if len(np.unique(rounded)) <= MOST_AMOUNTS:
            return rounded
        unit *= 2
