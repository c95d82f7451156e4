"""`diff` on the command line."""

import json

from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main

REFUND = str(SAMPLES / "refund" / "refund.json")
FAILS = str(SAMPLES / "refund" / "policy_lookup_fails.json")


def test_the_first_difference_is_named_with_both_positions() -> None:
    done = CliRunner().invoke(main, ["diff", REFUND, FAILS])
    assert done.exit_code == 0
    assert "first difference: step 3 at [5] | step 3 at [5]: other tools are called" in done.output
    assert "≠ [5] issue_refund | [5] open_case" in done.output


def test_json_holds_the_rows() -> None:
    made = json.loads(CliRunner().invoke(main, ["diff", REFUND, REFUND, "--json"]).output)
    assert (made["first_divergence"], len(made["rows"])) == (None, 4)
