"""Shares of two groups of samples and how far they are apart, with intervals that hold for small numbers.

A share has a Wilson interval, a difference Newcombe's hybrid score interval (his method 10), both of 95 %.
"""

import math
from dataclasses import dataclass

_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True)
class Share:
    """So many of so many, with its Wilson interval."""

    count: int
    n: int
    share: float | None
    """None: there is nothing to count."""
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Difference:
    """The first share less the second, with Newcombe's interval."""

    difference: float | None
    low: float | None
    high: float | None


def share_of(count: int, n: int) -> Share:
    """A share with its Wilson interval."""
    if n == 0:
        return Share(count, n, None, None, None)
    share = count / n
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    # At the ends the interval reaches the end exactly, which floating point misses by a little.
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == n else middle + half
    return Share(count, n, share, low, high)


def difference_of(one: Share, other: Share) -> Difference:
    """How much larger the first share is."""
    if one.share is None or other.share is None:
        return Difference(None, None, None)
    assert one.low is not None and one.high is not None and other.low is not None and other.high is not None
    difference = one.share - other.share
    return Difference(
        difference,
        difference - math.hypot(one.share - one.low, other.high - other.share),
        difference + math.hypot(one.high - one.share, other.share - other.low),
    )


def percent(share: Share) -> str:
    """`70 % (40 to 89 %)`."""
    if share.share is None or share.low is None or share.high is None:
        return "—"
    return f"{share.share:.0%} ({share.low:.0%} to {share.high:.0%})".replace("%", " %")


def points(difference: Difference) -> str:
    """`70 points (32 to 89)`."""
    if difference.difference is None or difference.low is None or difference.high is None:
        return "—"
    told = f"{100 * difference.difference:.0f} points ({100 * difference.low:.0f} to {100 * difference.high:.0f})"
    return told.replace("-", "−")
