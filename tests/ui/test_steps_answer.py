"""What the Steps page asks of the index, run by run or of a cube."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.errors import RunFileError
from viewer.index.extract import extract_all
from viewer.index.filter_line.comparison import EVERY_RUN, Condition
from viewer.index.reader import IndexReader, index_of_tables
from viewer.ui import steps_answer
from viewer.ui.filter_line import FilterLine
from viewer.ui.steps_answer import answer
from viewer.ui.steps_choices import StepChoices

CHOSEN = StepChoices(FilterLine("", None), "steps", "as the runs are", "label", 0.05, None, "worst case")


@pytest.fixture(scope="module")
def reader() -> Iterator[IndexReader]:
    made = extract_all(list(load.sources([SAMPLES / "distribution"])))
    with index_of_tables(made.runs, made.requests, made.calls) as opened:
        yield opened


def test_a_cube_says_the_same_as_the_runs_one_by_one(reader: IndexReader, monkeypatch: pytest.MonkeyPatch) -> None:
    single = answer(reader, EVERY_RUN, CHOSEN)
    monkeypatch.setattr(steps_answer, "MOST_SINGLE", 10)
    cube = answer(reader, EVERY_RUN, CHOSEN)
    assert single.rows is not None
    assert cube.rows is None
    assert [(group.name, table.n, table.quantiles) for group, table in single.groups] == [
        (group.name, table.n, table.quantiles) for group, table in cube.groups
    ]
    for made in (single, cube):
        assert made.whole is not None
        assert made.whole[1].n == 60
        assert made.whole[1].tasks == single.whole[1].tasks  # type: ignore[index]  # there is one


def test_without_a_field_to_divide_by_there_are_no_groups(reader: IndexReader) -> None:
    assert answer(reader, EVERY_RUN, replace(CHOSEN, by=None)).groups == ()


def test_outcomes_from_outside_are_joined_and_said(reader: IndexReader) -> None:
    given = ("o.csv", b"run,outcome\nnobody,success\n")
    found = answer(reader, EVERY_RUN, replace(CHOSEN, outcomes=given))
    assert found.joined is not None
    assert found.joined.unmatched_names == ("nobody",)


def test_outcomes_for_too_many_runs_are_left_out_with_a_word(
    reader: IndexReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps_answer, "MOST_SINGLE", 10)
    found = answer(reader, EVERY_RUN, replace(CHOSEN, outcomes=("o.csv", b"run,outcome\nnobody,success\n")))
    assert found.without_outcomes
    assert not answer(reader, EVERY_RUN, CHOSEN).without_outcomes


def test_outcomes_that_cannot_be_read_are_an_error(reader: IndexReader) -> None:
    with pytest.raises(RunFileError):
        answer(reader, EVERY_RUN, replace(CHOSEN, outcomes=("o.csv", b"colour\nred\n")))


def test_a_filter_that_lets_nothing_through_has_no_group(reader: IndexReader) -> None:
    assert answer(reader, Condition("false"), CHOSEN).whole is None
