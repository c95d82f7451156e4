import random

from viewer.analysis.steps import StepHistogram, StepMark, StepSeries, step_histogram


def test_few_runs_get_bins_of_one_step_and_n_is_told() -> None:
    made = step_histogram([("refund", 4), ("refund", 4), ("wrong account", 7), (None, 2)])
    assert made.n == 4
    assert made.width == 1
    assert made.longest == 7
    assert made.series == (StepSeries(("refund",), 2), StepSeries(("wrong account",), 1), StepSeries((None,), 1))
    assert made.marks == (StepMark(2, 2, 2, 1), StepMark(4, 4, 0, 2), StepMark(7, 7, 1, 1))


def test_a_run_without_a_request_is_counted_apart() -> None:
    made = step_histogram([("refund", 0), ("refund", 3)])
    assert (made.n, made.never_started) == (1, 1)


def test_no_runs_make_an_empty_histogram() -> None:
    assert step_histogram([]) == StepHistogram(0, 0, 1, None, (), ())


def test_many_labels_and_step_counts_stay_within_300_marks_and_no_run_is_lost() -> None:
    rng = random.Random(4)
    pairs = [(f"label {rng.randrange(40)}", rng.randrange(1, 5000)) for _ in range(20_000)]
    made = step_histogram(pairs)
    assert len(made.marks) <= 300
    assert sum(mark.runs for mark in made.marks) == made.n == 20_000
    assert len(made.series) == 8
    assert len(made.series[-1].labels) == 33
    assert all(mark.last - mark.first + 1 == made.width for mark in made.marks)


def test_one_very_long_run_does_not_widen_the_bins_of_the_others() -> None:
    made = step_histogram([("refund", steps) for steps in range(1, 60)] + [("refund", 10_000)])
    assert made.width == 1
    assert made.marks[-1] == StepMark(10_000, 10_000, 0, 1)


def test_bins_hold_exactly_the_runs_of_their_range() -> None:
    pairs = [("a", steps) for steps in range(1, 1001)]
    made = step_histogram(pairs, most_marks=100)
    for mark in made.marks:
        assert mark.runs == sum(mark.first <= steps <= mark.last for _, steps in pairs)
