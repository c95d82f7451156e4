"""Facts and messages that no request of a run held."""

from conftest import sample
from messages import model, run_of, user

from viewer.analysis.held_in_file import only_in_file


def test_only_kinds_that_the_run_has_are_told() -> None:
    assert [(one.what, one.count) for one in only_in_file(run_of(user("go"), model("fine")), 0)] == []


def test_facts_beside_the_messages_and_messages_of_others_are_counted() -> None:
    told = {one.what: one.count for one in only_in_file(sample("ankole/conversation.json"), 2)}
    assert told["messages never sent"] == 2
    assert told["token counts"] == 5
    assert told["messages on branches"] == 5
    assert told["times of messages"] == 12


def test_records_set_aside_are_told_by_kind_with_the_reason_of_the_first() -> None:
    told = {one.what: one for one in only_in_file(sample("trajectory_ai/parallel_calls.json"), 0)}
    repeated = told["records set aside: repeated"]
    assert (repeated.count, repeated.why) == (26, "repeats the system prompt of the step before")
