"""Intervals, held to the values of a statistics package and to published ones."""

import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from viewer.replay.compare_shares import difference_of, percent, points, share_of

COUNTS = [(0, 1), (1, 1), (0, 10), (7, 10), (10, 10), (3, 40), (39, 40), (500, 1000)]


@pytest.mark.parametrize(("count", "n"), COUNTS)
def test_a_share_has_the_wilson_interval(count: int, n: int) -> None:
    low, high = proportion_confint(count, n, method="wilson")
    made = share_of(count, n)
    assert (made.low, made.high) == (pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))


@pytest.mark.parametrize("one", COUNTS)
@pytest.mark.parametrize("other", COUNTS)
def test_a_difference_has_newcombes_interval(one: tuple[int, int], other: tuple[int, int]) -> None:
    low, high = confint_proportions_2indep(*one, *other, method="newcomb", compare="diff", correction=False)
    made = difference_of(share_of(*one), share_of(*other))
    assert (made.low, made.high) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


def test_newcombes_own_examples() -> None:
    """Statistics in Medicine 17 (1998), table II, method 10."""
    for one, other, low, high in (((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090)):
        made = difference_of(share_of(*one), share_of(*other))
        assert (round(made.low or 0, 4), round(made.high or 0, 4)) == (low, high)


def test_nothing_counted_has_no_share() -> None:
    none = share_of(0, 0)
    assert (none.share, difference_of(none, share_of(1, 2)).difference) == (None, None)
    assert (percent(none), points(difference_of(none, none))) == ("—", "—")


def test_shares_are_written_with_their_intervals() -> None:
    assert percent(share_of(7, 10)) == "70 % (40 % to 89 %)"
    assert points(difference_of(share_of(7, 10), share_of(0, 10))) == "70 points (29 to 89)"
    assert points(difference_of(share_of(0, 10), share_of(7, 10))) == "−70 points (−89 to −29)"
