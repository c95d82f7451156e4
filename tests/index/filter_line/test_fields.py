from viewer.index.filter_line.fields import FIELDS, kind_of
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.tree import Argument, RunField


def test_the_example_of_every_field_can_be_read() -> None:
    assert [one.name for one in FIELDS if parse(one.example) is None] == []


def test_no_field_stands_twice() -> None:
    assert len({one.name for one in FIELDS}) == len(FIELDS)


def test_an_argument_takes_values_of_any_kind() -> None:
    assert kind_of(Argument("t", "x")) == "any"
    assert kind_of(RunField("steps")) == "number"
