"""Agreement of two reviewers, beyond chance."""

import pytest
from sklearn.metrics import cohen_kappa_score

from viewer.reviews.agreement import agreement
from viewer.reviews.refused import RefusedError

FIRST = {str(n): ["bad"] if n % 3 == 0 else ["fine"] for n in range(30)}
SECOND = {str(n): ["bad"] if n % 4 == 0 else ["fine"] for n in range(2, 32)}


def test_kappa_is_that_of_another_library() -> None:
    made = agreement(FIRST, SECOND)
    shared = [key for key in FIRST if key in SECOND]
    expected = cohen_kappa_score([FIRST[key][0] for key in shared], [SECOND[key][0] for key in shared])
    assert made.runs == 28
    assert made.overall.kappa == pytest.approx(expected)
    assert made.overall.low is not None and made.overall.high is not None
    assert made.overall.low < expected < made.overall.high
    assert made.overall.agreed + len(made.disputed) == 28


def test_each_label_is_a_question_of_its_own() -> None:
    made = agreement({"1": ["a", "b"], "2": ["a"], "3": []}, {"1": ["a"], "2": ["a"], "3": ["b"]})
    told = {one.label: (one.agreed, one.first_only, one.second_only) for one in made.labels}
    assert told == {"b": (1, 1, 1), "a": (3, 0, 0)}
    assert made.disputed == ("1", "3")
    assert made.labels[1].kappa == pytest.approx(1.0)


def test_without_any_variety_kappa_is_not_defined() -> None:
    made = agreement({"1": ["a"], "2": ["a"]}, {"1": ["a"], "2": ["a"]})
    assert (made.overall.agreed, made.overall.kappa) == (2, None)


def test_two_without_a_run_in_common_cannot_be_compared() -> None:
    with pytest.raises(RefusedError, match="no run in common"):
        agreement({"1": []}, {"2": []})
