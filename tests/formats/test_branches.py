"""Branches go on from what they share, without changing it."""

from viewer.decode.document import BadRecord, Record
from viewer.formats.branches import branch
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Compacted, Entry, Input, Reply
from viewer.model.block import Text, ToolResult, ToolUse


def entry(record: Record) -> Entry:
    made: Entry = record.value
    return made


def records(first: int, *entries: Entry) -> list[Record]:
    return [Record(number, made) for number, made in enumerate(entries, first)]


def list_with_call() -> RunBuilder:
    builder = RunBuilder(one_result_per_record=True)
    call = Reply((ToolUse("a", "bash", {}), ToolUse("b", "bash", {})))
    builder.map(records(1, Input((Text("go"),)), call, Input((ToolResult("a", "1"),)), Reply((Text("done"),))), entry)
    return builder


def test_a_branch_numbers_its_messages_and_requests_after_what_it_shares() -> None:
    made = branch(list_with_call(), 2, records(5, Reply((Text("other"),))), entry, "tried again")
    assert made is not None
    assert ([message.index for message in made.messages], [request.k for request in made.requests]) == ([3], [2])
    assert (made.at, made.why) == (2, "tried again")


def test_a_result_on_a_branch_does_not_merge_into_the_shared_message_before_it() -> None:
    builder = list_with_call()
    made = branch(builder, 2, records(5, Input((ToolResult("b", "2"),))), entry, "")
    assert made is not None and [message.records for message in made.messages] == [(5,)]
    assert builder.messages[2].records == (3,)


def test_a_caller_on_a_branch_opens_a_turn_where_the_shared_turn_had_ended() -> None:
    made = branch(list_with_call(), 3, records(5, Input((Text("more"),)), Reply((Text("yes"),))), entry, "")
    assert made is not None and made.requests[0].turn == 2


def test_a_caller_on_a_branch_goes_on_with_a_turn_that_waits_for_a_reply() -> None:
    made = branch(list_with_call(), 0, records(5, Input((Text("more"),)), Reply((Text("yes"),))), entry, "")
    assert made is not None and (made.requests[0].turn, made.requests[0].k_in_turn) == (1, 1)


def test_a_compaction_after_the_fork_does_not_narrow_the_branch() -> None:
    builder = list_with_call()
    builder.map(records(5, Compacted("from here", (Text("so far"),))), entry)
    earlier = branch(builder, 3, records(6, Reply((Text("x"),))), entry, "")
    later = branch(builder, 4, records(7, Reply((Text("y"),))), entry, "")
    assert earlier is not None and earlier.requests[0].context is None
    assert later is not None and later.requests[0].context is not None
    assert later.requests[0].context.ranges == ((4, 4),)


def test_a_branch_without_messages_is_none_and_its_records_are_the_runs() -> None:
    builder = list_with_call()
    left = [*records(5, Aside("note", "why")), BadRecord(6, "cut")]
    assert branch(builder, 1, left, entry, "") is None
    assert [aside.record for aside in builder.set_aside] == [5]
    assert [problem.record for problem in builder.problems] == [6]
