import pytest

from viewer.index.filter_line.edited import narrowed, switched, values_asked
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.tree import MISSING, Comparison, RunField

LABEL = RunField("label")


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("", "steps > 3"),
        ("a", "a and steps > 3"),
        ("a or b", "(a or b) and steps > 3"),
        ("a and steps > 3", "a and steps > 3"),
    ],
)
def test_a_line_is_narrowed_whatever_stood_there(line: str, after: str) -> None:
    assert narrowed(line, Comparison(RunField("steps"), ">", (3,))) == after


def test_a_value_is_switched_on_beside_others_and_off_again() -> None:
    line = switched("steps > 3", LABEL, "a")
    assert line == "steps > 3 and label = a"
    line = switched(line, LABEL, "b c")
    assert line == 'steps > 3 and label in [a, "b c"]'
    line = switched(line, LABEL, MISSING)
    assert values_asked(line, LABEL) == ("a", "b c", MISSING)
    for value in ("a", MISSING, "b c"):
        line = switched(line, LABEL, value)
    assert line == "steps > 3"


def test_values_that_need_not_hold_are_not_asked_for() -> None:
    assert values_asked("label = a or label = b", LABEL) == ()
    assert parse(switched("label = a or steps > 3", LABEL, "b")) is not None
