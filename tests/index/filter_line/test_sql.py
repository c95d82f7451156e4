from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from indexed import indexed, key_of

from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import Lookups, condition
from viewer.index.filter_line.tree import Comparison
from viewer.index.reader import IndexReader


def call(tool: str, ok: bool | None = None, call_id: str | None = None, **arguments: str) -> dict[str, object]:
    numbers = [(name, float(text)) for name, text in arguments.items() if text.replace(".", "").isdigit()]
    return {
        "tool": tool,
        "ok": ok,
        "call_id": call_id,
        "arguments": list(arguments.items()),
        "argument_numbers": numbers,
    }


@pytest.fixture(scope="module")
def index() -> Iterator[IndexReader]:
    big, small = {"amount": "8900", "order": "1"}, {"amount": "100", "order": "2"}
    with indexed(
        {"run_id": "a", "label": "Refund", "model_requests": 20, "outcome": "failure", "tool_calls": 1,
         "input_tokens": 5, "cache_read_input_tokens": 100, "findings": ["parity"],
         "calls": [call("refund", True, "toolu_1", **big), call("refund", False, **small)]},
        {"run_id": "b", "label": "a", "outcome": "success", "attributes": [("session", "S-9"), ('["x y"]', "3")],
         "calls": [call("refund", None, amount="8900", order="2"), call("search", False)]},
        {"run_id": "c", "task": "REFUND twice", "started": datetime(2026, 1, 31, 23, 59, tzinfo=UTC),
         "findings": ["parity", "other"], "parent_run_id": "a"},
        {"run_id": "d", "started": datetime(2026, 2, 1, tzinfo=UTC), 
         "calls": [call("search", True, id="107505301260286111")]},
    ) as made:  # fmt: skip
        yield made


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("", "abcd"),
        ("steps > 12", "a"),
        ("not steps > 12", "bcd"),
        ("label = a", "b"),
        ("label != a", "acd"),
        ("label = none", "cd"),
        ("label in [a, none]", "bcd"),
        ("label ~ REF", "a"),
        ("refund", "ac"),
        ("refund twice", "c"),
        ("s-9", "b"),
        ("%", ""),
        ("r_fund", ""),
        ("label ~ R%D", ""),
        ('label ~ "ef"', "a"),
        ("toolu_1", "a"),
        ("in_tokens = 105", "a"),
        ("not in_tokens = 105", "bcd"),
        ("sub_run = true", "c"),
        ("started = 2026-01-31", "c"),
        ("started > 2026-01-31", "d"),
        ("started <= 2026-01-31", "c"),
        ("started >= 2026-01-31", "cd"),
        ("started < 2026-01-31T23:59:30", "c"),
        ("attr.session = S-9", "b"),
        ('attr."x y" = 3', "b"),
        ("attr.session = none", "acd"),
        ("finding = parity", "ac"),
        ("finding != parity", "bd"),
        ("finding in [other, none]", "bcd"),
        ("finding ~ OTH", "c"),
        ("tool = refund", "ab"),
        ("tool != refund", "cd"),
        ("tool = refund and tool = search", "b"),
        ("error = true", "ab"),
        ("error = false", "cd"),
        ("refund.amount > 5000", "ab"),
        ("refund.amount = 8900", "ab"),
        ('refund.amount = "8900"', "ab"),
        ("refund.amount != 8900", "a"),
        ("refund.amount in [100, 200]", "a"),
        ("refund.nothing = none", "ab"),
        ("search.id = 107505301260286111", "d"),
        ("search.id = 107505301260286112", ""),
        ("steps > 99999999999999999999", ""),
    ],
)
def test_a_condition_lets_through_the_runs_that_it_means(index: IndexReader, line: str, runs: str) -> None:
    assert passing(index, line) == runs


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("refund.amount > 5000 and refund.order = 2", "b"),
        ("refund.amount > 5000 and steps > 0 and refund.order = 2", "b"),
        ("(refund.amount > 5000) and (refund.order = 2)", "ab"),
        ("tool = refund and error = true", "ab"),
        ("(tool = refund and error = true)", "a"),
        ("not (tool = refund and error = true)", "bcd"),
        ("(refund.amount > 5000 and not error = true)", "ab"),
        ("(tool = refund and (refund.order = 2 or error = true))", "ab"),
        ("(tool != refund)", "bd"),
        ("(tool = refund or steps > 12)", "ab"),
    ],
)
def test_conditions_on_one_tool_side_by_side_and_those_in_parentheses_speak_of_one_call(
    index: IndexReader, line: str, runs: str
) -> None:
    assert passing(index, line) == runs


def test_a_tool_whose_argument_is_asked_for_is_not_asked_for_twice() -> None:
    made = condition(parse("steps > 3 and tool = t and t.x > 5 and tool = u"))
    assert made.sql.count("from calls") == 2


def test_one_call_of_two_tools_is_refused_with_what_to_write() -> None:
    with pytest.raises(FilterError, match="without them"):
        condition(parse("(tool = a and tool = b)"))


def test_values_are_parameters_and_never_part_of_the_query() -> None:
    hostile = "'; drop table runs; --"
    for line in (
        f'label = "{hostile}"',
        f'attr."{hostile}" = 1',
        f'"{hostile}"."{hostile}" ~ "{hostile}"',
        f'"{hostile}"',
    ):
        made = condition(parse(line))
        assert "drop" not in made.sql
        assert made.sql.count("?") == len(made.parameters)


def test_text_and_notes_are_asked_of_whoever_answers_here(index: IndexReader) -> None:
    asked: list[Comparison] = []

    def keys(comparison: Comparison) -> list[str]:
        asked.append(comparison)
        return [key_of("b")]

    assert passing(index, 'text ~ "lost" and not note.label = x', Lookups(keys, lambda _: [key_of("a")])) == "b"
    assert [one.value for one in asked] == ["lost"]
    with pytest.raises(FilterError, match="no full text"):
        condition(parse("text ~ lost"))


def passing(index: IndexReader, line: str, lookups: Lookups | None = None) -> str:
    made = condition(parse(line), lookups or Lookups())
    return "".join(
        run for (run,) in index.rows(f"SELECT run_id FROM runs WHERE {made.sql} ORDER BY run_id", made.parameters)
    )
