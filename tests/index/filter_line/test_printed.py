import pytest
from hypothesis import given
from hypothesis import strategies as some

from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.printed import printed, quoted
from viewer.index.filter_line.tree import And, Argument, Attribute, Comparison, Node, Not, Or, RunField, Word

TEXT = some.text(max_size=12)
NAME = some.text(min_size=1, max_size=8).filter(lambda name: "." not in name)
NUMBER = some.one_of(some.integers(-(10**20), 10**20), some.floats(allow_nan=False, allow_infinity=False))
LEAF = some.one_of(
    some.builds(lambda text: Comparison(RunField("label"), "=", (text,)), TEXT),
    some.builds(lambda texts: Comparison(RunField("task"), "in", tuple(texts)), some.lists(TEXT, min_size=1)),
    some.builds(lambda number: Comparison(RunField("steps"), ">=", (number,)), NUMBER),
    some.builds(lambda tool, path, value: Comparison(Argument(tool, path), "=", (value,)), NAME, NAME, NUMBER | TEXT),
    some.builds(lambda name, text: Comparison(Attribute(name), "~", (text,)), NAME, TEXT),
    some.builds(Word, TEXT.filter(lambda text: text != "")),
)


@given(LEAF)
def test_a_condition_survives_printing_and_reading(node: Node) -> None:
    assert parse(printed(node)) == node


@given(LEAF, LEAF, LEAF)
def test_what_is_printed_means_the_same(a: Node, b: Node, c: Node) -> None:
    line = printed(And((Or((a, b)), Not(And((b, c))))))
    again = parse(line)
    assert again is not None
    assert printed(again) == line


@pytest.mark.parametrize(
    "line",
    [
        "steps > 12 and tool = issue_refund and not outcome = success",
        "(a or b) and started >= 2026-01-31 and ended < 2026-02-01T12:00:00",
        'attr."my key".x = "3" and label in [a, "b c", none] and error = true',
        'text ~ "lost shipment" or finding = parity',
    ],
)
def test_a_line_in_its_plain_form_is_printed_as_it_was(line: str) -> None:
    tree = parse(line)
    assert tree is not None
    assert printed(tree) == line


def test_quotes_and_backslashes_are_escaped() -> None:
    assert quoted('a"b\\') == '"a\\"b\\\\"'
