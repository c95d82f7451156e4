"""What could the model see? (R11–R12, T19; hard case 38)"""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.context import Visible, visible
from viewer.analysis.pairing import pair
from viewer.model.run import Run


def _visible(run: Run) -> tuple[Visible, ...]:
    return visible(run, pair(run.messages))


def test_each_reply_saw_exactly_the_messages_before_it_and_nothing_later() -> None:
    run = sample("refund/refund.json")
    saw = {index: one.ranges for index, one in enumerate(_visible(run)) if one.at == "produced"}
    assert saw == {1: ((0, 0),), 3: ((0, 2),), 5: ((0, 4),), 7: ((0, 6),)}
    assert {one.status for one in _visible(run)} == {"derived"}
    assert {one.rule for one in _visible(run)} == {"0..n-1"}


def test_a_message_of_the_loop_tells_what_the_next_request_saw() -> None:
    saw = _visible(sample("refund/refund.json"))
    assert [(saw[index].at, saw[index].ranges) for index in (0, 2, 4, 6)] == [
        ("acted_on", ((0, 0),)),
        ("acted_on", ((0, 2),)),
        ("acted_on", ((0, 4),)),
        ("acted_on", ((0, 6),)),
    ]


def test_after_the_last_request_there_is_none_to_tell_of() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")), outcome="success")
    assert _visible(run)[2] == Visible("acted_on", "unknown", None, "run ended", ())
    still_open = run_of(user("go"), model(call("a")), user(result("a")))
    assert _visible(still_open)[2].reason == "no later request is stored"


def test_a_list_that_opens_with_a_foreign_result_has_an_unknown_prefix_never_a_silent_one() -> None:
    saw = _visible(sample("broken/result_without_call.json"))
    assert [one.status for one in saw] == ["unknown", "unknown", "unknown"]
    assert saw[2].ranges == ()
    assert "[1].0" in str(saw[2].reason)


def test_past_a_compaction_the_whole_prefix_is_not_claimed() -> None:
    saw = _visible(sample("broken/compaction.json"))
    assert saw[3].ranges == ((0, 2),)
    assert saw[5].ranges == ((3, 4),)
    assert saw[5].rule == "from the last compaction block on"


def test_a_prefix_with_an_unreadable_record_says_so() -> None:
    saw = _visible(sample("broken/unread_record.json"))
    assert saw[1].reason is None
    assert saw[2].status == "derived"
    assert "record 3" in str(saw[2].reason)


def test_a_message_that_the_next_request_no_longer_held_says_so() -> None:
    saw = _visible(sample("sub_agents/order_survey.jsonl"))
    assert saw[3].ranges == ((0, 2),)
    assert (saw[4].at, saw[4].ranges) == ("acted_on", ((5, 6),))
    assert saw[4].reason == "the next request did not hold this message"
    assert saw[6].reason is None
