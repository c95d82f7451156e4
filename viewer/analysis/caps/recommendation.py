"""Which cap keeps its promise: the smallest whose upper limit of the loss is small enough, or what it would take."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from viewer.analysis.caps.intervals import upper_limits
from viewer.analysis.caps.moments import CutShares
from viewer.counted import counted

Basis = Literal["worst case", "observed"]
"""What a promise rests on: that every cut run would have succeeded beyond the cap, or on the successes seen alone."""


@dataclass(frozen=True)
class Recommended:
    """The smallest cap that keeps its promise, or why there is none."""

    cap: int | None
    loss: float
    rule: str
    needed_tasks: int | None
    """Independent tasks that would carry a promise this small, if none of their successes were cut."""
    sentence: str
    """To paste into a configuration or a change request."""


@dataclass(frozen=True)
class Seen:
    """What the sentence counts."""

    runs: int
    tasks: int | None
    cut: int
    """Censored and open runs."""
    successes: int


def needed_tasks(loss: float) -> int | None:
    """How many independent tasks carry a promise at 95 % when none of their successes is cut: 59 for 5 %."""
    return math.ceil(math.log(0.05) / math.log(1 - loss)) if 0 < loss < 1 else None


def recommended(found: CutShares, seen: Seen, of: str, loss: float, basis: Basis = "worst case") -> Recommended:
    """The cap to choose.

    Args:
        found: shares for the caps 0 to the longest observed.
        of: what a cap counts, in words: `requests a turn`.
        loss: accepted share of successes cut.
    """
    what = "the worst case" if basis == "worst case" else "the observed share"
    rule = f"smallest cap whose one-sided 95 % upper limit of {what} is within the accepted loss"
    needed = needed_tasks(loss)
    if not seen.successes:
        why = "no success is recorded, so no cap can promise to keep them"
        return Recommended(None, loss, rule, needed, f"No cap is recommended: {why}.")
    shares = found.high if basis == "worst case" else found.observed
    kept = np.flatnonzero(upper_limits(shares)[1:] <= loss)
    many = counted(seen.runs, "run") + ("" if seen.tasks is None else f" of {counted(seen.tasks, 'task')}")
    if len(kept):
        cap = int(kept[0]) + 1
        supposing = "worst case" if basis == "worst case" else "cut runs left out, as asked for"
        sentence = (
            f"An iteration cap of {cap:,} {of} cuts at most {percent(loss)} of successes with 95 % confidence "
            f"({supposing}; {many}, {seen.cut:,} cut or open)."
        )
        return Recommended(cap, loss, rule, needed, sentence)
    floor = float(np.nanmin(shares.share))
    if floor > loss:
        why = (
            f"{seen.cut:,} of them were cut or are open, and if all of those had succeeded later, "
            f"even the longest cap seen would lose {percent(floor)}"
        )
    else:
        takes = "" if needed is None else f"; that takes at least {needed:,} independent tasks"
        why = f"none keeps the loss within {percent(loss)} at 95 % confidence{takes}"
    return Recommended(None, loss, rule, needed, f"No cap is recommended: of {many}, {why}.")


def percent(share: float) -> str:
    """`1 %`, `0.25 %`."""
    return f"{100 * share:.3g} %"
