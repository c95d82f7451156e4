import pytest
from conftest import sample

from viewer.index.filter_line.parser import parse
from viewer.index.matching import passing_keys
from viewer.model.hashes import run_key


@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("", True),
        ("tool = issue_refund", True),
        ("steps > 99", False),
        ('text ~ "never got order"', True),
        ('not text ~ "NEVER got"', False),
    ],
)
def test_a_filter_is_answered_for_runs_that_are_already_read(line: str, passes: bool) -> None:
    run = sample("refund/refund.json")
    assert passing_keys(parse(line), [run]) == ({run_key(run)} if passes else set())
