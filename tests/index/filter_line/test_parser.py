from datetime import date

import pytest

from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import DEEPEST, parse
from viewer.index.filter_line.tree import (
    MISSING,
    And,
    Argument,
    Attribute,
    CallField,
    Comparison,
    Group,
    Not,
    NoteField,
    Or,
    RunField,
    Word,
)

A, B, C = Word("a"), Word("b"), Word("c")


def test_the_example_of_the_manual_is_read() -> None:
    line = 'steps > 12 and tool = "issue_refund" and issue_refund.amount_cents > 5000 and not outcome = success'
    assert parse(line) == And((
        Comparison(RunField("steps"), ">", (12,)),
        Comparison(CallField("tool"), "=", ("issue_refund",)),
        Comparison(Argument("issue_refund", "amount_cents"), ">", (5000,)),
        Not(Comparison(RunField("outcome"), "=", ("success",))),
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("line", "tree"),
    [
        ("", None),
        ("  ", None),
        ("a b or c", Or((And((A, B)), C))),
        ("a and (b or c)", And((A, Group(Or((B, C)))))),
        ("not a b", And((Not(A), B))),
        ("NOT a OR b", Or((Not(A), B))),
        ('"not" "a b"', And((Word("not"), Word("a b")))),
        ("a.b", Word("a.b")),
        ("in", Word("in")),
    ],
)
def test_and_binds_before_or_and_not_before_both(line: str, tree: object) -> None:
    assert parse(line) == tree


@pytest.mark.parametrize(
    ("line", "tree"),
    [
        ("steps=1_000", Comparison(RunField("steps"), "=", (1000,))),
        ("cost <= 0.5", Comparison(RunField("cost"), "<=", (0.5,))),
        ("label in [a, none]", Comparison(RunField("label"), "in", ("a", MISSING))),
        ("label not in [a]", Not(Comparison(RunField("label"), "in", ("a",)))),
        ("error = TRUE", Comparison(CallField("error"), "=", (True,))),
        ("started >= 2026-01-31", Comparison(RunField("started"), ">=", (date(2026, 1, 31),))),
        ('"mcp.x".y.z = "3"', Comparison(Argument("mcp.x", "y.z"), "=", ("3",))),
        ("t.x = 3", Comparison(Argument("t", "x"), "=", (3,))),
        ("t.x = true", Comparison(Argument("t", "x"), "=", (True,))),
        ('attr."my key" = 3', Comparison(Attribute("my key"), "=", (3,))),
        ("note.label = x", Comparison(NoteField("label"), "=", ("x",))),
    ],
)
def test_a_condition_is_read_by_the_kind_of_its_field(line: str, tree: object) -> None:
    assert parse(line) == tree


@pytest.mark.parametrize(
    ("line", "at", "reason"),
    [
        ("steps >", 7, "a value was expected"),
        ("stesp > 3", 0, "did you mean steps"),
        ("steps > abc", 8, "a number was expected"),
        ("steps ~ 3", 8, "~ looks inside texts"),
        ("steps 12", 6, "was expected before the number"),
        ("label > x", 8, "texts are compared with"),
        ("outcome = sucess", 10, "did you mean success"),
        ("error = yes", 8, "true or = false"),
        ("started > 2026-99", 10, "a date was expected"),
        ("text = x", 7, "searched with ~"),
        ("steps > none", 8, "none is compared with"),
        ("label in [a", 9, "never closed"),
        ("label in [a b]", 12, "a comma or ]"),
        ("(a", 0, "never closed"),
        ("(a [", 3, "and, or, or )"),
        ("a)", 1, "closes nothing"),
        ("a = b = c", 0, "no field of this name"),
        ("label = b = c", 10, "and, or, or the end"),
        ("()", 1, "a condition was expected"),
        ("a and", 5, "a condition was expected"),
        ("or a", 0, "a condition was expected"),
        (".x = 3", 0, "both sides of the dot"),
        ("(" * (DEEPEST + 2), DEEPEST + 1, "at most"),
    ],
)
def test_an_error_points_at_the_character_and_says_what_was_expected(line: str, at: int, reason: str) -> None:
    with pytest.raises(FilterError) as error:
        parse(line)
    assert (error.value.at, reason in error.value.reason) == (at, True), str(error.value)
