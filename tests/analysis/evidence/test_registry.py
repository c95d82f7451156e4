"""The named failures of a run (R30), each on a run that shows it and on one that does not."""

import json
from pathlib import Path
from typing import Any

from conftest import sample

from viewer import load
from viewer.analysis.checks.finding import Finding
from viewer.analysis.evidence.facts import evidence
from viewer.analysis.evidence.registry import RULES, evidence_findings
from viewer.analysis.policy import Policy
from viewer.model.run import Run

REFUND = sample("refund/refund.json")
POLICY = Policy(frozenset({"issue_refund"}), requires={"issue_refund": ("lookup_policy",)})


def _found(run: Run, policy: Policy = POLICY) -> dict[str, list[Finding]]:
    by_code: dict[str, list[Finding]] = {}
    for finding in evidence_findings(evidence(run, policy)):
        by_code.setdefault(finding.code, []).append(finding)
    return by_code


def _run(tmp_path: Path, *messages: dict[str, Any], **head: Any) -> Run:
    path = tmp_path / "run.json"
    path.write_text(json.dumps({**head, "messages": list(messages)}), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])), "anthropic_messages")
    return run


def _call(call_id: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": call_id, "name": name, "input": arguments}]}


def _result(call_id: str, content: str, *, is_error: bool = False) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": is_error}
    return {"role": "user", "content": [block]}


def test_the_refund_run_read_its_policy_before_it_wrote() -> None:
    assert "write_before_required_read" not in _found(REFUND)


def test_a_write_before_its_justification_arrived_is_named_with_both_places(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        {"role": "user", "content": "refund order 4471"},
        _call("a", "issue_refund", order_id="4471"),
        _result("a", "done"),
        _call("b", "lookup_policy", topic="late"),
        _result("b", "full refund allowed"),
    )
    (finding,) = _found(run)["write_before_required_read"]
    assert [position.message_index for position in finding.positions] == [1]
    assert "its first result came at [4]" in finding.text


def test_a_failed_lookup_is_no_justification(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        {"role": "user", "content": "refund order 4471"},
        _call("b", "lookup_policy", topic="late"),
        _result("b", "timed out", is_error=True),
        _call("a", "issue_refund", order_id="4471"),
        _result("a", "done"),
    )
    assert "the run holds no result of it" in _found(run)["write_before_required_read"][0].text


def test_a_total_taken_from_an_empty_lookup_is_named(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        {"role": "user", "content": "refund order 4471"},
        _call("a", "search_orders", order_id="4471"),
        _result("a", '{"orders": [], "count": 0}'),
        _call("b", "issue_refund", order_id="4471", amount_cents=8900),
        _result("b", "done"),
    )
    (finding,) = _found(run)["value_after_empty_result"]
    assert [(place.message_index, place.block) for place in finding.positions] == [(3, 0), (2, 0)]
    assert "'8900'" in finding.text


def test_an_id_the_model_produced_rather_than_read_is_named_once(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        {"role": "user", "content": "where is my order"},
        _call("a", "get_order", order_id="ORD-55120"),
        _result("a", "not found"),
        _call("b", "get_order", order_id="ORD-55120"),
        system="You help customers.",
        tools=[],
    )
    (finding,) = _found(run)["id_not_in_visible_messages"]
    assert finding.severity == "warning"
    assert "the stored request fields do not hold it" in finding.text


def test_where_request_fields_are_missing_the_same_is_only_worth_knowing() -> None:
    (finding,) = _found(REFUND)["id_not_in_visible_messages"]
    assert (finding.severity, finding.positions[0].message_index) == ("info", 1)
    assert "'cus_8123'" in finding.text


def test_every_code_is_listed_once() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
