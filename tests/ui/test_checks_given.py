"""Which files are in force, in words."""

from viewer.baselines.cases import Case
from viewer.ui.check_inputs import CheckInputs
from viewer.ui.checks_given import sentence


def test_what_is_missing_is_said() -> None:
    assert sentence(CheckInputs()) == "no policy · no file of cases · no accepted paths"
    given = CheckInputs(policy_name="p.toml", cases={"a": Case(id="a")}, cases_name="c.jsonl", baseline_name="dir")
    assert sentence(given) == "policy p.toml · 1 case of c.jsonl · 0 accepted paths of dir"
