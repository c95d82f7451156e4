"""Rules over runs, in Python and in SQL alike."""

import duckdb
import pytest
from rows import run_row

from viewer.index.run_rules import RuleError, attribute, result_of, rule, scalar_text, sql, text_of

ROWS = [
    run_row("a", exit_status="Submitted", label="x:y", attributes={"tier": "gold", "n": 3, "ok": True}),
    run_row("b", exit_status=None, label="z", attributes={"deep": {"name": "v"}}),
]


def test_a_rule_divides_at_its_last_colon() -> None:
    found = rule("label=x:y:success")
    assert (found.field, found.value, found.result) == ("label", "x:y", "success")


@pytest.mark.parametrize("text", ["", "exit", "exit=x", "exit:success", "mood=x:success", "attribute.=x:y", "exit=x: "])
def test_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        rule(text)


def test_the_first_rule_that_fits_holds() -> None:
    rules = [rule("exit=Submitted:success"), rule("label=x:y:failure"), rule("exit=:open")]
    assert [result_of(row, rules) for row in ROWS] == ["success", "open"]
    assert result_of(ROWS[0], [rule("exit=other:open")]) is None


def test_attributes_are_found_by_name_and_by_path() -> None:
    assert text_of(ROWS[0], "attribute.tier") == "gold"
    assert attribute(ROWS[1], "deep.name") == "v"
    assert attribute(ROWS[1], "deep.name.more") is None
    assert [scalar_text(value) for value in (True, 3, None, {"a": 1})] == ["true", "3", "", ""]


def test_sql_says_what_python_says() -> None:
    rules = [rule("exit=Submitted:success"), rule("attribute.tier=silver:failure"), rule("exit=:open")]
    text, parameters = sql(rules, "'else'")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE runs (exit_status VARCHAR, attributes MAP(VARCHAR, VARCHAR))")
        for exit_status, tier in (("Submitted", "silver"), ("x", "silver"), (None, "gold"), ("x", "gold")):
            connection.execute("INSERT INTO runs VALUES (?, MAP {'tier': ?})", (exit_status, tier))
        found = connection.execute(f"SELECT {text} FROM runs", parameters).fetchall()
    assert [one for (one,) in found] == ["success", "failure", "open", "else"]
    assert sql([], "ending") == ("ending", [])
