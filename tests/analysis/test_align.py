"""Two runs aligned by the calls of their steps."""

from conftest import sample

from viewer.analysis.align import Call, Step, align, argument_changes, steps

REFUND = steps(sample("refund/refund.json"))


def _step(k: int, *calls: tuple[str, str]) -> Step:
    return Step(k, 2 * k - 1, tuple(Call(name, {}, text, place) for place, (name, text) in enumerate(calls)))


def test_a_run_is_the_same_as_itself() -> None:
    alignment = align(REFUND, REFUND)
    assert alignment.first_divergence is None
    assert [row.change for row in alignment.rows] == ["same"] * 4


def test_an_added_step_shifts_the_rest_and_is_the_only_difference() -> None:
    left = (_step(1, ("a", "1")), _step(2, ("b", "1")), _step(3, ("c", "1")))
    right = (_step(1, ("a", "1")), _step(2, ("x", "1")), _step(3, ("b", "1")), _step(4, ("c", "1")))
    alignment = align(left, right)
    assert [row.change for row in alignment.rows] == ["same", "added", "same", "same"]
    assert alignment.first_divergence == 1


def test_other_arguments_of_the_same_tools_are_told_apart_from_other_tools() -> None:
    left = (_step(1, ("a", "1")), _step(2, ("b", "1")), _step(3, ("c", "1")))
    right = (_step(1, ("a", "2")), _step(2, ("z", "1")), _step(3, ("c", "1")))
    assert [row.change for row in align(left, right).rows] == ["arguments", "changed", "same"]


def test_calls_issued_together_have_no_order() -> None:
    left, right = (_step(1, ("a", "1"), ("b", "2")),), (_step(1, ("b", "2"), ("a", "1")),)
    assert align(left, right).rows[0].change == "same"


def test_an_empty_run_against_another_is_all_added() -> None:
    assert [row.change for row in align((), REFUND).rows] == ["added"] * 4


def test_argument_changes_are_named_by_path() -> None:
    before = {"order": {"id": "1"}, "lines": [1, 2], "note": "x"}
    after = {"order": {"id": "2"}, "lines": [1, 3], "other": "x"}
    changes = argument_changes(before, after)
    assert [(one.path, one.before, one.after) for one in changes] == [
        ("order.id", "1", "2"),
        ("lines[1]", 2, 3),
        ("note", "x", None),
        ("other", None, "x"),
    ]
    assert argument_changes(1, True) != ()
