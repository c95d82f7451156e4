"""The builder: canonical indexes, producers, turns, and a place for every record."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Compacted, Entry, Fields, Input, Measured, Piece, Reply, Trouble
from viewer.model.block import Block, Text, ToolResult, ToolUse
from viewer.model.request import Context, recorded
from viewer.model.run import Run
from viewer.model.source import RecordArray
from viewer.model.usage import Usage


def call(call_id: str) -> ToolUse:
    return ToolUse(call_id, "f", {})


def result(call_id: str) -> ToolResult:
    return ToolResult(call_id, "r")


def built(*entries: Entry | tuple[Entry, ...], merge: bool = False) -> Run:
    builder = RunBuilder(one_result_per_record=merge)
    for record, entry in enumerate(entries, 1):
        for one in entry if isinstance(entry, tuple) else (entry,):
            builder.add(one, record)
    return builder.finish(run_id="r", format="f", records=(RecordArray("", 1, len(entries)),))


def reply(*blocks: Block, **facts: Any) -> Reply:
    return Reply(blocks or (Text("a"),), **facts)


def said(words: str = "hello", **facts: Any) -> Input:
    return Input((Text(words),), **facts)


def producers(run: Run) -> list[str]:
    return ["+".join(one.who for one in message.producers) for message in run.messages]


def test_messages_are_numbered_from_zero_and_requests_from_one() -> None:
    run = built(said(), reply(call("t")), Input((result("t"),)), reply())
    assert [message.index for message in run.messages] == [0, 1, 2, 3]
    assert [(request.k, request.message_index) for request in run.requests] == [(1, 1), (2, 3)]
    assert [message.producers[0].k for message in run.messages] == [None, 1, None, 2]
    assert producers(run) == ["caller", "model", "loop", "model"]


def test_results_and_the_caller_s_words_in_one_record_have_two_producers() -> None:
    run = built(reply(call("t")), Input((result("t"), Text("and hurry"))))
    assert producers(run) == ["model", "loop+caller"]


def test_pieces_of_a_reply_join_the_message_of_the_first_and_its_records_are_kept() -> None:
    first = reply(Text("a"), key="m", usage=Usage(1, None, None, 1))
    last = reply(call("t"), key="m", usage=Usage(1, None, None, 120), stop_reason="tool_use", model="x")
    run = built(said(), first, said("between"), last, Input((result("t"),)))
    assert [message.records for message in run.messages] == [(1,), (2, 4), (3,), (5,)]
    assert run.messages[1].blocks == (Text("a"), call("t"))
    (request,) = run.requests
    assert (request.usage, request.stop_reason, request.model) == (Usage(1, None, None, 120), "tool_use", "x")


def test_a_piece_that_records_no_usage_keeps_that_of_the_one_before() -> None:
    run = built(reply(key="m", usage=Usage(5)), reply(key="m"))
    assert run.requests[0].usage == Usage(5)


def test_adjacent_result_records_make_one_message_only_in_formats_that_store_one_a_record() -> None:
    entries = (reply(call("a"), call("b")), Input((result("b"),)), Input((result("a"),)))
    merged, apart = built(*entries, merge=True), built(*entries)
    assert [message.records for message in merged.messages] == [(1,), (2, 3)]
    assert merged.messages[1].blocks == (result("b"), result("a"))
    assert [message.records for message in apart.messages] == [(1,), (2,), (3,)]


def test_results_split_by_another_message_stay_apart() -> None:
    run = built(reply(call("a"), call("b")), Input((result("a"),)), said("wait"), Input((result("b"),)), merge=True)
    assert [message.records for message in run.messages] == [(1,), (2,), (3,), (4,)]
    assert producers(run) == ["model", "loop", "caller", "loop"]


def turns(run: Run) -> list[tuple[int, int]]:
    return [(request.turn, request.k_in_turn) for request in run.requests]


def test_a_turn_runs_until_control_returned_to_the_caller() -> None:
    run = built(said(), reply(call("t")), Input((result("t"),)), reply(), said("again"), reply())
    assert turns(run) == [(1, 1), (1, 2), (2, 1)]


def test_two_words_of_the_caller_in_a_row_are_one_turn() -> None:
    assert turns(built(said(), said("more"), reply(), said(), said(), reply())) == [(1, 1), (2, 1)]


def test_the_caller_s_words_while_a_call_is_unanswered_begin_a_new_turn() -> None:
    assert turns(built(said(), reply(call("t")), said("stop"), reply())) == [(1, 1), (2, 1)]


def test_text_beside_a_result_does_not_end_a_turn() -> None:
    run = built(said(), reply(call("t")), Input((result("t"), Text("steer"))), reply())
    assert turns(run) == [(1, 1), (1, 2)]


def test_a_list_that_starts_with_a_reply_starts_turn_one() -> None:
    assert turns(built(reply(), said(), reply())) == [(1, 1), (2, 1)]


def test_a_provider_s_own_calls_leave_nothing_to_wait_for() -> None:
    builder = RunBuilder()
    builder.add(reply(ToolUse("s", "search", {}, "provider")), 1)
    assert builder.waiting == 0
    builder.add(reply(call("t"), call("u")), 2)
    assert builder.waiting == 2
    builder.add(Input((result("t"),)), 3)
    assert builder.waiting == 1


def test_leading_system_records_join_and_later_ones_open_new_fields() -> None:
    run = built(
        Fields(system=recorded("a")),
        Fields(system=recorded(["b", "c"]), tools=recorded([1])),
        said(),
        Fields(system=recorded("d")),
        reply(),
    )
    first, second = run.request_fields
    assert (first.system.value, first.tools.value, first.records, first.first_message) == (
        ["a", "b", "c"],
        [1],
        (1, 2),
        0,
    )
    assert (second.system.value, second.tools.value, second.records, second.first_message) == ("d", [1], (4,), 1)


def test_fields_of_a_head_are_kept_once_while_they_stay_the_same() -> None:
    builder = RunBuilder()
    for _ in range(3):
        builder.fields(system=recorded("s"), parameters=recorded({"max_tokens": 5}))
        builder.add(said(), 1)
    builder.fields(system=recorded("other"))
    assert [(one.first_message, one.system.value) for one in builder.request_fields] == [(0, "s"), (3, "other")]
    assert builder.request_fields[1].parameters.value == {"max_tokens": 5}


def contexts(run: Run) -> list[Context | None]:
    return [request.context for request in run.requests]


def test_after_a_compaction_requests_see_the_summary_and_what_follows() -> None:
    run = built(said(), reply(), Compacted("from the summary on", (Text("so far"),)), said(), reply(), said(), reply())
    assert contexts(run) == [
        None,
        Context(((2, 3),), "derived", "from the summary on"),
        Context(((2, 5),), "derived", "from the summary on"),
    ]
    assert producers(run)[2] == "loop"


def test_a_compaction_that_does_not_tell_what_it_kept_makes_the_context_unknown() -> None:
    run = built(said(), reply(), Compacted("its summary is not stored", known=False), reply())
    assert contexts(run)[1] == Context((), "unknown", reason="its summary is not stored")
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(3, "compaction boundary")]


def test_a_context_that_the_file_records_is_kept_after_a_compaction() -> None:
    own = Context(((0, 1),), "recorded", "in the file")
    assert contexts(built(said(), Compacted("rule"), reply(context=own)))[0] == own


def test_figures_of_a_record_of_their_own_go_to_the_reply_before() -> None:
    usage = Usage(10, None, None, 5)
    run = built(said(), reply(), Measured("usage", "why", usage, 2.5), Measured("usage", "why", usage, adds="add"))
    assert run.requests[0].usage == Usage(20, None, None, 10)
    assert run.requests[0].seconds == 2.5
    assert [aside.record for aside in run.set_aside] == [3, 4]
    assert built(Measured("usage", "why", usage)).requests == ()


def test_what_a_mapper_raises_becomes_a_problem_in_its_place() -> None:
    def entry(record: Record) -> Entry:
        return {"a": said(), "b": Aside("x", "y")}[record.value["kind"]]

    builder = RunBuilder()
    values: list[Any] = [{"kind": "a"}, {"kind": "zz"}, {}, 5, None, {"kind": []}]
    builder.map(
        [*(Record(number, value) for number, value in enumerate(values, 1)), BadRecord(7, "is cut", "{")], entry
    )
    problems = builder.problems
    assert [(one.record, one.after_message, one.raw) for one in problems] == [
        *((number, 0, values[number - 1]) for number in range(2, 7)),
        (7, 0, "{"),
    ]
    assert problems[0].reason == "not as this format writes it: no field 'zz'"
    assert problems[5].reason == "is cut"


def test_a_mapper_may_give_several_entries_for_one_record() -> None:
    builder = RunBuilder()
    builder.map([Record(1, None)], lambda record: (said(), reply()))
    assert [message.records for message in builder.messages] == [(1,), (1,)]


def test_models_and_times_are_collected_where_none_are_given() -> None:
    run = built(
        said(timestamp="2026-01-01"),
        reply(model="x"),
        reply(model="y", timestamp="2026-01-02"),
        reply(model="x"),
        Trouble("bad"),
    )
    assert (run.models, run.started_at, run.ended_at) == (("x", "y"), "2026-01-01", "2026-01-02")


def test_a_path_that_leaves_the_list_starts_with_what_it_shares() -> None:
    builder = RunBuilder()
    for record, entry in enumerate((said(), reply(call("t")), Input((result("t"),)), reply(), said(), reply()), 1):
        builder.add(entry, record)
    other = builder.going_on_from(2)
    other.add(reply(), 7)
    other.add(said(), 8)
    other.add(reply(), 9)
    assert [message.index for message in other.messages] == [0, 1, 2, 3, 4, 5]
    assert [(request.k, request.turn, request.k_in_turn) for request in other.requests] == [
        (1, 1, 1),
        (2, 1, 2),
        (3, 2, 1),
    ]
    assert len(builder.messages) == 6
    assert builder.going_on_from(-1).messages == []


def test_pieces_of_a_reply_that_never_came_are_what_the_format_says_and_join_no_later_one() -> None:
    builder = RunBuilder()
    builder.add(Piece(), 1)
    builder.add(Piece(), 2)
    builder.give_up_pieces(Aside("broken off", "no reply completes it"))
    builder.add(reply(), 3)
    run = builder.finish(run_id="r", format="f", records=(RecordArray("", 1, 3),))
    assert [aside.record for aside in run.set_aside] == [1, 2]
    assert [message.records for message in run.messages] == [(3,)]
