"""Attributed and residual are the recorded growth, to the token (on every sample, and on made-up sizes)."""

import pytest
from conftest import SAMPLES, sample
from hypothesis import given
from hypothesis import strategies as st
from messages import model, run_of, user

from viewer import load
from viewer.analysis.attribution import attribution
from viewer.analysis.tokens import token_growth
from viewer.errors import RunFileError
from viewer.model.run import Run, walk

SOURCES = list(load.sources([SAMPLES]))


def _adds_up(run: Run) -> int:
    growth = token_growth(run)
    found = attribution(growth)
    sizes = [size.prompt_tokens for size in growth.sizes if size.prompt_tokens]
    if len(sizes) < 2:
        assert (found.growth, found.attributed, found.residual) == (None, 0, 0)
        return 0
    assert found.growth == sizes[-1] - sizes[0] == found.attributed + found.residual
    assert found.residual == sum(change.tokens for change in found.unattributed)
    return 1


def test_the_whole_growth_of_the_refund_run_stands_on_its_messages() -> None:
    found = attribution(token_growth(sample("refund/refund.json")))
    assert (found.growth, found.attributed, found.residual, found.residual_share) == (1510, 1510, 0, 0.0)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_it_adds_up_on_every_sample(source: load.Source) -> None:
    try:
        roots = load.runs(source)
    except RunFileError:
        return
    for root in roots:
        for run in walk(root):
            _adds_up(run)


def test_the_samples_hold_runs_with_sizes() -> None:
    assert sum(_adds_up(sample(name)) for name in ("refund/refund.json", "wrong_account/wrong_account.json")) >= 1


@given(st.lists(st.none() | st.integers(0, 10**6), min_size=1, max_size=30))
def test_it_adds_up_whatever_is_recorded(sizes: list[int | None]) -> None:
    messages = []
    for size in sizes:
        messages += [user("x"), model("y", **({} if size is None else {"usage": {"input_tokens": size}}))]
    _adds_up(run_of(*messages))


def test_a_decrease_is_residual_with_its_reason() -> None:
    run = run_of(user("a"), model("b", usage={"input_tokens": 100}), user("c"), model("d", usage={"input_tokens": 40}))
    found = attribution(token_growth(run))
    assert (found.growth, found.attributed, found.residual, found.residual_share) == (-60, 0, -60, 1.0)
    assert found.unattributed[0].note is not None


def test_without_a_change_there_is_no_share() -> None:
    run = run_of(user("a"), model("b", usage={"input_tokens": 5}), user("c"), model("d", usage={"input_tokens": 5}))
    assert attribution(token_growth(run)).residual_share is None
