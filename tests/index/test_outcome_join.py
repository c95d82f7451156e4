"""Outcomes joined with runs."""

from rows import run_row

from viewer.index.outcome_file import GivenOutcomes
from viewer.index.outcome_join import join, names

ROWS = [
    run_row("a", task="t1", source="x/astropy__astropy-1.traj", attributes={"ticket": 5}),
    run_row("b", task="t2"),
    run_row("sub", task="t1", parent_run_id="a"),
]


def test_runs_are_joined_by_task_and_what_finds_no_partner_is_listed() -> None:
    found = join(ROWS, GivenOutcomes("task", {"t1": "success", "t9": "failure"}))
    assert found.of_key == {ROWS[0].key: "success"}
    assert found.unmatched_runs == ("a.json#b",)
    assert found.unmatched_names == ("t9",)
    assert "1 of 2 runs got an outcome from the file, joined by task" in found.said


def test_a_run_goes_by_its_id_its_key_or_its_file() -> None:
    for name in ("a", ROWS[0].key, "x/astropy__astropy-1.traj"):
        assert join(ROWS, GivenOutcomes("run", {name: "failure"})).of_key == {ROWS[0].key: "failure"}


def test_an_instance_may_stand_in_the_name_of_the_file_only() -> None:
    assert "astropy__astropy-1" in names(ROWS[0], "task")


def test_an_attribute_may_join() -> None:
    assert join(ROWS, GivenOutcomes("ticket", {"5": "success"})).of_key == {ROWS[0].key: "success"}


def test_entries_that_contradict_themselves_are_counted() -> None:
    assert "1 stand in it with two outcomes" in join(ROWS, GivenOutcomes("task", {}, ("t1",))).said
