import json
import time
from collections import Counter

import pytest
from conftest import ROOT, SAMPLES, sample, shown
from messages import call, model, result, run_of, user

from viewer import load
from viewer.analysis.checks.registry import CHECKS, findings, rules
from viewer.model.run import Run, walk

RANKS = {"info": 0, "warning": 1, "error": 2}
EXPECTED = {
    "assistant_dropped": ["assistant_dropped", "result_without_call"],
    "call_never_answered": ["call_never_answered", "follow_up_or_dropped"],
    "call_open_at_end": ["call_open_at_end"],
    "compaction": ["context_narrowed"],
    "crossed_results": [],
    "duplicate_result": ["duplicate_result"],
    "ends_before_reply": ["ends_before_reply"],
    "equal_ids": ["ambiguous_ids"],
    "follow_up_or_dropped": ["follow_up_or_dropped"],
    "late_result": ["late_result"],
    "paused_reply": ["replies_in_a_row"],
    "result_without_call": ["assistant_dropped", "result_without_call"],
    "results_never_appended": ["call_never_answered", "results_never_appended"],
    "results_split": ["results_split"],
    "starts_with_reply": ["starts_with_reply"],
    "stop_reason_mismatch": ["stop_reason_mismatch", "stop_reason_mismatch"],
    "text_before_results": ["text_before_results"],
    "unread_record": ["call_never_answered", "unknown_blocks", "unread_records"],
    "without_ids": ["paired_by_position"],
}


def test_codes_are_unique_and_each_has_a_meaning() -> None:
    codes = [rule.code for rule in rules()]
    assert Counter(codes).most_common(1)[0][1] == 1
    assert all(rule.meaning and not rule.meaning.endswith(".") for rule in rules())


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_each_broken_sample_has_its_findings_and_no_others(name: str) -> None:
    assert sorted(finding.code for finding in findings(sample(f"broken/{name}.json"))) == EXPECTED[name]


def test_every_broken_sample_is_expected_here_and_described_in_its_readme() -> None:
    names = {path.stem for path in (SAMPLES / "broken").glob("*.json")}
    assert names == EXPECTED.keys()
    readme = (SAMPLES / "broken" / "README.md").read_text(encoding="utf-8")
    for name, codes in EXPECTED.items():
        (row,) = [line for line in readme.splitlines() if line.startswith(f"| `{name}.json`")]
        assert all(f"`{code}`" in row for code in codes)


def test_no_finding_is_graver_than_its_rule_and_every_code_is_listed() -> None:
    severities = {rule.code: rule.severity for rule in rules()}
    for source in load.sources([SAMPLES]):
        for root in load.runs(source):
            for run in walk(root):
                for finding in findings(run):
                    assert RANKS[finding.severity] <= RANKS[severities[finding.code]]
                    assert finding.text and "\n" not in finding.text


def test_findings_come_in_the_order_of_the_messages() -> None:
    found = findings(sample("broken/unread_record.json"))
    firsts = [min(position.message_index for position in finding.positions) for finding in found]
    assert firsts == sorted(firsts)


def test_show_writes_findings_in_the_contracts_shape() -> None:
    (made,) = shown((sample("broken/call_never_answered.json"),))
    assert made["findings"][0] == {
        "code": "call_never_answered",
        "severity": "error",
        "positions": [{"message_index": 1, "block": 2, "tool_use_id": "toolu_01Cd"}],
        "text": "call toolu_01Cd never answered (message 1)",
    }
    assert json.dumps(made["not_in_file"][0]) == json.dumps(
        {
            "what": "system prompt",
            "status": "absent",
            "note": "not stored; the rules the model followed are missing here",
        }
    )


def test_the_time_of_all_checks_grows_with_the_messages_and_not_faster() -> None:
    """A list in which everything is broken: each call open, each result late, each id used twice."""

    def broken(rounds: int) -> Run:
        messages = [user("go")]
        for number in range(rounds):
            messages += [
                model(call(f"a{number % 7}"), call(f"b{number}"), stop_reason="end_turn"),
                model("and"),
                user("words", result(f"b{number}"), result(f"a{number % 7}")),
                user(result("lost"), result(f"b{number}")),
            ]
        return run_of(*messages)

    def seconds(run: Run) -> float:
        started = time.thread_time()
        assert len(findings(run)) > len(run.messages)
        return time.thread_time() - started

    small, big = broken(200), broken(1600)
    fastest = min(seconds(small) for _ in range(3))
    assert min(seconds(big) for _ in range(3)) < 24 * max(fastest, 0.002)


def test_every_check_declares_the_codes_it_gives() -> None:
    assert len(CHECKS) == len({id(check) for check in CHECKS})
    assert all(check.rules for check in CHECKS)


def test_the_readme_lists_every_code_with_its_severity_and_meaning() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [f"| `{rule.code}` | {rule.severity} | {rule.meaning} |" for rule in rules()]
    assert [row for row in rows if row not in readme] == []
