"""Lines of a transcript sorted into sessions, sub-agents and paths that were left."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.claude_code_threads import AnyRecord, Thread, by_uuid, threads


def line(uuid: str | None, parent: str | None = None, kind: str = "user", content: Any = "x", **more: Any) -> Any:
    made = {"type": kind, "parentUuid": parent, "sessionId": "s1", "isSidechain": False, **more}
    if kind in ("user", "assistant"):
        made["message"] = {"role": kind, "content": content}
    return made if uuid is None else {**made, "uuid": uuid}


def sorted_into(*values: Any) -> list[Thread]:
    return threads([Record(number, value) for number, value in enumerate(values, 1)], {})


def numbers(records: list[AnyRecord]) -> list[int]:
    return [record.number for record in records]


def test_the_usual_file_is_one_thread_with_all_lines() -> None:
    (thread,) = sorted_into({"type": "summary"}, line("u1"), line("u2", "u1", "assistant"), 42)
    assert (thread.sessions, numbers(thread.records), thread.unlinked) == (["s1"], [1, 2, 3, 4], [{"type": "summary"}])


def test_a_session_that_starts_without_a_parent_is_a_run_of_its_own() -> None:
    found = sorted_into(line("u1"), line("v1", sessionId="s2"), line("u2", "u1"))
    assert [(thread.sessions, numbers(thread.records)) for thread in found] == [(["s1"], [1, 3]), (["s2"], [2])]


def test_a_resumed_session_goes_on_with_the_lines_of_the_first() -> None:
    (thread,) = sorted_into(line("u1"), line("u2", "u1", sessionId="s2"), line("u3", "lost", sessionId="s3"))
    assert thread.sessions == ["s1", "s2", "s3"]
    assert thread.loose == [3]


def test_a_line_stored_again_repeats_the_first() -> None:
    first, second = line("u1"), line("u2", "u1", "assistant")
    (thread,) = sorted_into(first, second, first, second, line("u3", "u2"))
    assert {number: aside.why for number, aside in thread.repeats.items()} == {
        3: "repeats record 1",
        4: "repeats record 2",
    }
    assert thread.left == []


def test_an_id_that_comes_again_with_other_words_is_another_line() -> None:
    (thread,) = sorted_into(line("u1"), line("u1", "u1", content="y"))
    assert thread.repeats == {}


def test_a_copied_piece_of_a_reply_under_a_new_id_repeats_it() -> None:
    one = line("u2", "u1", "assistant")
    one["message"]["id"] = "m1"
    copy = {**one, "uuid": "u9", "parentUuid": None}
    (thread,) = sorted_into(line("u1"), one, copy, line("u3", "u9"))
    assert list(thread.repeats) == [3]
    assert (numbers(thread.records), thread.left) == ([1, 2, 3, 4], [])


def test_interleaved_sidechains_are_told_apart_by_their_first_line() -> None:
    found = sorted_into(
        line("u1"),
        line("a1", isSidechain=True),
        line("b1", isSidechain=True),
        line("a2", "a1", "assistant", isSidechain=True),
        line("b2", "b1", "assistant", isSidechain=True),
    )
    assert [numbers(thread.records) for thread in found] == [[1], [2, 4], [3, 5]]
    assert [thread.is_sidechain for thread in found] == [False, True, True]


def test_a_sidechain_is_told_by_its_agent_whatever_it_follows() -> None:
    found = sorted_into(
        line("u1"),
        line("a1", isSidechain=True, agentId="x"),
        line("a2", "gone", isSidechain=True, agentId="x"),
    )
    assert [(thread.agent, numbers(thread.records)) for thread in found] == [(None, [1]), ("x", [2, 3])]


def test_a_path_that_was_left_is_taken_out_with_its_place() -> None:
    (thread,) = sorted_into(
        line("u1"), line("u2", "u1", "assistant"), line("u3", "u2"), line("u4", "u2"), line("u5", "u4", "assistant")
    )
    assert numbers(thread.records) == [1, 2, 4, 5]
    assert [(left.after, numbers(left.records)) for left in thread.left] == [(2, [3])]


def test_hooks_between_lines_make_no_fork() -> None:
    (thread,) = sorted_into(
        line("u1"),
        line("p1", "u1", "progress"),
        line("p2", "p1", "attachment"),
        line("u2", "u1", "assistant"),
        line("u3", "p2"),
    )
    assert [left.after for left in thread.left] == [1], "u2 and u3 follow u1, one directly, one through hooks"


def test_bad_records_and_lines_without_a_session_stay_in_order() -> None:
    records: list[AnyRecord] = [
        BadRecord(1, "cut"),
        Record(2, {"type": "mode"}),
        Record(3, line("u1")),
        Record(4, line("a1", isSidechain=True)),
        BadRecord(5, "cut"),
    ]
    main, side = threads(records, {})
    assert (numbers(main.records), numbers(side.records)) == ([1, 2, 3, 5], [4])


def test_a_file_without_messages_is_one_thread() -> None:
    (thread,) = sorted_into(
        {"type": "file-history-snapshot"}, line("p1", None, "progress"), line("p2", "x", "progress")
    )
    assert numbers(thread.records) == [1, 2, 3]


def test_lines_that_the_session_holds_too_are_copied_history() -> None:
    session = by_uuid([Record(7, line("u1"))])
    copied, own = line("u1", isSidechain=True), line("a1", "u1", isSidechain=True, agentId="x")
    (thread,) = threads([Record(1, copied), Record(2, own)], session)
    assert thread.repeats[1].why == "repeats record 7 of the session's own file"
    assert (thread.agent, thread.loose) == ("x", [])
