"""The SARIF of a report."""

import json

from check_reports import report

from viewer.baselines.report_sarif import sarif
from viewer.json_lines import json_line


def test_violations_have_rule_level_and_place_and_drift_is_a_result() -> None:
    (run,) = json.loads(json_line(sarif(report())))["runs"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= known
    found = next(result for result in run["results"] if result["ruleId"] == "too_many_calls")
    assert found["level"] == "error"
    assert found["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "r[3].0"
    assert [result["level"] for result in run["results"] if result["ruleId"] == "drift"] == ["error"]
    assert any(
        "x.json" in str(note) or "is </failure>" in str(note)
        for note in run["invocations"][0]["toolExecutionNotifications"]
    )
