"""What a recommendation says."""

import pytest

from viewer.analysis.caps.recommendation import needed_tasks, percent
from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CappedRun


@pytest.mark.parametrize(("loss", "needed"), [(0.05, 59), (0.01, 299), (0.0, None), (1.0, None)])
def test_a_promise_needs_so_many_independent_tasks(loss: float, needed: int | None) -> None:
    assert needed_tasks(loss) == needed


@pytest.mark.parametrize(("share", "words"), [(0.01, "1 %"), (0.0025, "0.25 %"), (0.1234, "12.3 %")])
def test_a_share_is_written_as_per_cent(share: float, words: str) -> None:
    assert percent(share) == words


def test_cut_runs_that_might_all_have_succeeded_later_are_the_reason_given() -> None:
    runs = [CappedRun(str(n), str(n), "success" if n < 300 else "censored", (4,)) for n in range(400)]
    found = cap_table(runs, "run", loss=0.05).recommended
    assert found.cap is None
    assert "100 of them were cut or are open" in found.sentence
    assert "would lose 25 %" in found.sentence


def test_the_user_may_rest_the_promise_on_the_observed_share() -> None:
    runs = [CappedRun(str(n), str(n), "success" if n < 300 else "censored", (4,)) for n in range(400)]
    found = cap_table(runs, "run", loss=0.05, basis="observed").recommended
    assert found.cap == 3 + 1
    assert "observed share" in found.rule
    assert "cut runs left out" in found.sentence
