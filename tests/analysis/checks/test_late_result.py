import msgspec
from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.checks.registry import findings


def test_a_result_that_a_reply_parts_from_its_call_is_late() -> None:
    (finding,) = findings(sample("broken/late_result.json"))
    assert (finding.code, finding.severity) == ("late_result", "warning")
    assert finding.text == "result toolu_92Aa at [4] does not follow its call at [1]: [2–3] stand between"


def test_where_no_alternation_is_promised_a_late_result_is_only_worth_knowing() -> None:
    run = msgspec.structs.replace(sample("broken/late_result.json"), alternates=False)
    assert [finding.severity for finding in findings(run)] == ["info"]


def test_results_split_over_messages_are_not_late() -> None:
    assert "late_result" not in {finding.code for finding in findings(sample("broken/results_split.json"))}


def test_a_callers_words_between_call_and_result_make_it_late() -> None:
    run = run_of(user("go"), model(call("a")), user("quick!"), user(result("a")), model("done"))
    late = [finding for finding in findings(run) if finding.code == "late_result"]
    assert [finding.text for finding in late] == ["result a at [3] does not follow its call at [1]: [2] stands between"]
