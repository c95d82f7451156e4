"""What stands behind a row."""

from pathlib import Path

import pytest
from case_runs import checked_runs, read_run, write_runs

from viewer.analysis.policy import Policy
from viewer.analysis.run_path import path_and_substitutions
from viewer.baselines.matrix import MatrixRow, matrix
from viewer.ui import checks_detail
from viewer.ui.checks_detail import accept_link, row_rows, rules_rows, substitution_rows, violation_rows
from viewer.ui.run_segments import Segment


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_detail, "parameters", dict)


def rows(folder: Path) -> tuple[MatrixRow, ...]:
    return matrix(checked_runs(write_runs(folder)), {}, by_case=True, known={})


def links(line: list[Segment]) -> list[str]:
    return [one["page"] for one in line if isinstance(one, dict) and "page" in one]


def test_a_violation_leads_to_its_messages(tmp_path: Path) -> None:
    made = rows(tmp_path)
    ((word, line),) = [one for one in violation_rows(made) if "too_many_calls" in str(one)]
    assert word == "violation"
    key = next(one.checked.key for row in made for one in row.runs if one.checked.run_id == "refund-2")
    assert links(line)[0] == f"run?run={key}&msg=5"


def test_a_row_tells_its_runs_and_why_a_check_was_not_evaluated(tmp_path: Path) -> None:
    (row,) = [one for one in rows(tmp_path) if one.case == "refund"]
    made = row_rows(row, can_compare=True)
    assert [name for name, _ in made].count("run") == 2
    assert any(name == "not evaluated" and "no tool is required" in str(line) for name, line in made)
    assert any("baselines?case=refund&run=" in link for _, line in made for link in links(line))
    assert "to accept it" in str(made) and "compare with the accepted path" not in str(made), "none is accepted yet"
    assert not any("baselines?" in link for _, line in row_rows(row, can_compare=False) for link in links(line))


def test_masked_values_are_named_with_their_place(tmp_path: Path) -> None:
    run = read_run(write_runs(tmp_path), "set-1/refund.json")
    made = substitution_rows(path_and_substitutions(run)[1], "k")
    assert [name for name, _ in made] == ["<request_id#1>", "<request_id#2>"]
    assert "refund-1-0" in str(made[0][1])
    assert "*.nonce" in str(rules_rows(Policy()))


def test_a_case_in_a_link_is_quoted() -> None:
    assert accept_link("x", "a b&run=1", "k") == {"page": "baselines?case=a+b%26run%3D1&run=k", "text": "x"}
