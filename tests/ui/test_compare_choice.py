from conftest import SAMPLES

from viewer import load
from viewer.index.rows import RunRow, rows
from viewer.ui.compare_choice import candidates


def _rows() -> list[RunRow]:
    return [row for source in load.sources([SAMPLES / "distribution"]) for row in rows(load.runs(source))]


def test_runs_of_the_same_task_stand_first_then_of_the_same_label_and_not_the_run_itself() -> None:
    every = _rows()
    other = every[-1]
    found = candidates(every, other)
    assert other not in found
    assert len(found) == len(every) - 1
    kinds = [(row.task != other.task, row.label != other.label) for row in found]
    assert kinds == sorted(kinds)


def test_without_another_side_all_runs_stand_in_their_order() -> None:
    every = _rows()
    assert candidates(every, None) == every
