"""R7–R8, R10; T10–T13."""

import msgspec
import pytest
from conftest import read_values, sample
from messages import call, model, result, run_of, user

from viewer.analysis.checks.finding import Finding
from viewer.analysis.checks.registry import findings
from viewer.model.run import Run

PARITY = {
    "results_never_appended",
    "assistant_dropped",
    "replies_in_a_row",
    "results_split",
    "follow_up_or_dropped",
}


def _parity(run: Run) -> list[Finding]:
    return [finding for finding in findings(run) if finding.code in PARITY]


def test_in_an_unbroken_run_even_is_the_loop_and_odd_is_the_model() -> None:
    run = sample("refund/refund.json")
    assert [message.role for message in run.messages] == ["user", "assistant"] * 4
    assert findings(run) == ()


def test_two_replies_around_open_calls_mean_that_results_were_never_appended() -> None:
    (finding,) = _parity(sample("broken/results_never_appended.json"))
    assert (finding.code, finding.severity) == ("results_never_appended", "error")
    assert finding.text == (
        "results message never appended (between 1 and 2): toolu_01Ab and toolu_01Cd of [1] have no results"
    )
    assert [position.message_index for position in finding.positions] == [1, 1, 2]


def test_two_replies_without_an_open_call_are_legal() -> None:
    (finding,) = _parity(sample("broken/paused_reply.json"))
    assert (finding.code, finding.severity) == ("replies_in_a_row", "info")


def test_words_and_calls_stored_as_two_replies_are_legal() -> None:
    run = run_of(user("go"), model("I look."), model(call("a")), user(result("a")), model("done"))
    assert [(finding.code, finding.severity) for finding in findings(run)] == [("replies_in_a_row", "info")]


def test_a_result_of_a_lost_call_after_results_means_that_an_assistant_message_was_dropped() -> None:
    (finding,) = _parity(sample("broken/assistant_dropped.json"))
    assert (finding.code, finding.severity) == ("assistant_dropped", "error")
    assert finding.text.startswith("two user messages in a row (2 and 3): an assistant message was dropped")


def test_results_of_one_reply_in_several_messages_are_called_split_and_are_legal() -> None:
    (finding,) = _parity(sample("broken/results_split.json"))
    assert (finding.code, finding.severity) == ("results_split", "info")


def test_words_after_an_answered_reply_may_be_a_follow_up_or_stand_after_a_lost_reply() -> None:
    (finding,) = _parity(sample("broken/follow_up_or_dropped.json"))
    assert (finding.code, finding.severity) == ("follow_up_or_dropped", "info")
    assert "a follow-up or a dropped assistant message, the list alone cannot tell" in finding.text


def test_words_while_a_call_is_open_are_told_as_the_caller_breaking_in() -> None:
    (finding,) = _parity(sample("broken/call_never_answered.json"))
    assert "the caller breaking in while a call is open" in finding.text


def test_results_and_words_in_one_message_are_no_break() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a"), "and hurry"), model("done"))
    assert findings(run) == ()
    assert [producer.who for producer in run.messages[2].producers] == ["loop", "caller"]


def test_only_the_first_break_is_named_however_many_follow() -> None:
    broken = run_of(
        user("go"),
        *[message for number in range(50) for message in (model(call(f"a{number}")), model(call(f"b{number}")))],
    )
    assert [finding.text[:53] for finding in _parity(broken)] == [
        "results message never appended (between 1 and 2): a0 "
    ]


def test_a_break_after_a_legal_shift_is_still_named() -> None:
    run = run_of(user("a"), user("b"), model(call("c")), model("d"))
    assert [finding.code for finding in _parity(run)] == ["follow_up_or_dropped", "results_never_appended"]


def test_after_a_break_producers_still_go_by_role() -> None:
    run = sample("broken/results_never_appended.json")
    assert [producer.who for message in run.messages for producer in message.producers] == [
        *("caller", "model", "model", "loop", "model", "loop", "model"),
    ]


def test_a_system_message_and_one_message_a_result_break_nothing_in_an_openai_list() -> None:
    calls = [{"id": name, "type": "function", "function": {"name": "t", "arguments": "{}"}} for name in ("a", "b")]
    (run,) = read_values(
        [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "go"},
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "tool_call_id": "b", "content": "2"},
            {"role": "tool", "tool_call_id": "a", "content": "1"},
            {"role": "assistant", "content": "done"},
        ]
    )
    assert run.alternates
    assert findings(run) == ()
    assert [message.records for message in run.messages] == [(2,), (3,), (4, 5), (6,)]


def test_where_a_format_promises_no_alternation_it_is_not_asked() -> None:
    run = msgspec.structs.replace(sample("broken/follow_up_or_dropped.json"), alternates=False)
    assert findings(run) == ()


def test_an_unreadable_record_between_two_replies_may_be_the_missing_message() -> None:
    assert _parity(sample("broken/unread_record.json")) == []


@pytest.mark.parametrize("name", ["refund/policy_lookup_fails.json", "wrong_account/wrong_account.json"])
def test_an_error_result_or_crossed_results_are_no_violation(name: str) -> None:
    assert findings(sample(name)) == ()
