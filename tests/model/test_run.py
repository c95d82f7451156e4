"""A run and its sub-runs."""

import msgspec
from conftest import sample

from viewer.model.run import Run, walk


def named(run: Run, name: str, *subs: Run) -> Run:
    return msgspec.structs.replace(run, run_id=name, sub_runs=subs)


def test_walking_gives_parents_before_their_sub_runs_in_order() -> None:
    run = sample("refund/refund.json")
    tree = named(run, "a", named(run, "b", named(run, "c")), named(run, "d"))
    assert [one.run_id for one in walk(tree)] == ["a", "b", "c", "d"]


def test_a_run_without_sub_runs_is_a_walk_of_one() -> None:
    run = sample("refund/refund.json")
    assert walk(run) == [run]
