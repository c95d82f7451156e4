"""Events of several agents in one stream."""

from viewer.decode.document import BadRecord, Record
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.call_streams import AnyRecord, CallStream, by_call, nested
from viewer.model.block import Text, ToolUse
from viewer.model.run import Run, walk
from viewer.model.source import RecordArray


def call_of(record: AnyRecord) -> str | None:
    return record.value.get("of") if isinstance(record, Record) else None


def entry_of(record: Record) -> Entry:
    calls = record.value.get("calls", [])
    if record.value.get("asks"):
        return Input((Text("go"),))
    return Reply(tuple(ToolUse(call, "agent", {}) for call in calls))


def read(*values: dict[str, object] | None) -> Run:
    records = [
        BadRecord(number, "bad") if value is None else Record(number, value) for number, value in enumerate(values, 1)
    ]
    streams = by_call(records, call_of)
    for stream in streams:
        stream.builder.map(stream.records, entry_of)

    def run_of(stream: CallStream) -> Run:
        return stream.builder.finish(
            run_id=stream.call or "main", format="x", records=(RecordArray("", 1, len(records)),)
        )

    return nested(streams, run_of)


def links(run: Run) -> list[tuple[str, str | None, int | None]]:
    return [
        (one.run_id, one.parent and one.parent.run_id, one.parent and one.parent.message_index) for one in walk(run)
    ]


def test_an_agent_stands_under_the_reply_that_called_it() -> None:
    run = read({"asks": 1}, {"calls": ["a"]}, {"of": "a", "calls": ["b"]}, {"of": "b"}, {})
    assert links(run) == [("main", None, None), ("a", "main", 1), ("b", "a", 0)]


def test_an_agent_whose_call_no_reply_holds_stands_under_the_main_one_and_says_so() -> None:
    run = read({"of": "x"}, {})
    assert links(run) == [("main", None, None), ("x", "main", None)]
    assert run.sub_runs[0].parent is not None and "no reply holds" in run.sub_runs[0].parent.rule


def test_agents_that_name_one_another_are_all_kept() -> None:
    run = read({"of": "a", "calls": ["b"]}, {"of": "b", "calls": ["a"]})
    assert sorted(one.run_id for one in walk(run)) == ["a", "b", "main"]


def test_an_agent_that_calls_itself_is_kept() -> None:
    assert sorted(one.run_id for one in walk(read({"of": "a", "calls": ["a"]}))) == ["a", "main"]


def test_a_record_that_cannot_be_read_is_the_main_agent_s() -> None:
    assert [problem.record for problem in read({"of": "a"}, None).problems] == [2]
