"""A count stands with its noun."""

import pytest

from viewer.counted import counted


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((1, "call"), "1 call"),
        ((0, "call"), "0 calls"),
        ((1204, "call"), "1,204 calls"),
        ((1, "branch", "branches"), "1 branch"),
        ((2, "branch", "branches"), "2 branches"),
    ],
)
def test_a_count_is_written_with_its_noun(given: tuple[int, str], said: str) -> None:
    assert counted(*given) == said
