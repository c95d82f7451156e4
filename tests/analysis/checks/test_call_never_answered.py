from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.checks.finding import FindingPosition
from viewer.analysis.checks.registry import findings


def test_a_call_that_the_caller_broke_off_is_named_with_its_message() -> None:
    finding = findings(sample("broken/call_never_answered.json"))[0]
    assert (finding.code, finding.severity) == ("call_never_answered", "error")
    assert finding.text == "call toolu_01Cd never answered (message 1)"
    assert finding.positions == (FindingPosition(1, 2, "toolu_01Cd"),)


def test_a_run_cut_at_a_call_is_told_from_a_broken_one() -> None:
    (finding,) = findings(sample("broken/call_open_at_end.json"))
    assert (finding.code, finding.severity) == ("call_open_at_end", "warning")
    assert finding.text.startswith("call toolu_01Gh never answered (message 5): the list ends here")


def test_a_last_call_of_a_run_with_a_verdict_is_only_worth_knowing() -> None:
    (finding,) = findings(run_of(user("go"), model(call("a", "submit")), outcome="success"))
    assert (finding.code, finding.severity) == ("call_open_at_end", "info")


def test_calls_open_when_only_some_results_came_back_are_open_at_the_end() -> None:
    (finding,) = findings(run_of(user("go"), model(call("a"), call("b")), user(result("a"))))[:1]
    assert (finding.code, [position.tool_use_id for position in finding.positions]) == ("call_open_at_end", ["b"])


def test_an_unreadable_record_after_a_call_may_be_its_answer() -> None:
    finding = findings(sample("broken/unread_record.json"))[0]
    assert (finding.code, finding.severity) == ("call_never_answered", "warning")
    assert "record 3, which follows, could not be read and may be the answer" in finding.text


def test_a_call_without_an_id_is_named_by_its_tool_and_place() -> None:
    finding = findings(run_of(user("go"), model(call(None, "bash")), user("stop"), model("ok")))[0]
    assert "call bash at [1].0, which has no id, never answered (message 1)" in finding.text


def test_a_very_long_id_is_cut_in_the_sentence_and_whole_in_the_position() -> None:
    finding = findings(run_of(user("go"), model(call("x" * 5000)), user("stop"), model("ok")))[0]
    assert len(finding.text) < 200
    assert finding.positions[0].tool_use_id == "x" * 5000


def test_a_question_that_waits_for_the_user_is_no_fault() -> None:
    (last,) = findings(run_of(user("go"), model(call("a", "request_user_input"))))
    assert (last.code, last.severity) == ("call_open_at_end", "info")
    passed_over = findings(run_of(user("go"), model(call("a", "ui.request_user_input")), user("yes"), model("fine")))
    (finding,) = [one for one in passed_over if one.code == "call_never_answered"]
    assert (finding.severity, finding.text) == (
        "info",
        "call a never answered (message 1): it waits for the user",
    )
