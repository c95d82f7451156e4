"""What a session log's patches and rewinds leave of its list."""

from typing import Any

from accounting import unaccounted
from conftest import read_values

from viewer.model.run import Run


def user(id: str, words: str) -> dict[str, Any]:
    return {"id": id, "type": "user", "content": [{"text": words}]}


def reply(id: str, words: str) -> dict[str, Any]:
    return {"id": id, "type": "gemini", "content": words}


HEAD = {"sessionId": "s", "projectHash": "p"}


def one(*lines: Any) -> Run:
    (run,) = read_values(HEAD, *lines, format="gemini_cli", lines=True)
    assert unaccounted((run,)) == []
    return run


def records(run: Run) -> list[tuple[int, ...]]:
    return [message.records for message in run.messages]


def test_a_stored_list_that_only_adds_messages_adds_them() -> None:
    run = one(user("u1", "a"), {"$set": {"messages": [user("u1", "a"), reply("g1", "b")]}}, user("u2", "c"))
    assert records(run) == [(2,), (3,), (4,)]
    assert run.requests[0].context is None, "all before it was sent"


def test_a_stored_list_that_drops_messages_drops_none_of_ours() -> None:
    run = one(user("u1", "a"), reply("g1", "b"), {"$set": {"messages": [user("s", "summary")]}}, reply("g2", "c"))
    assert records(run) == [(2,), (3,), (4,), (5,)]
    assert run.requests[1].context is not None and run.requests[1].context.status == "unknown"


def test_a_stored_list_without_news_is_set_aside() -> None:
    run = one(user("u1", "a"), {"$set": {"messages": [user("u1", "a")]}})
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(1, "session"), (3, "message list")]


def test_a_stored_list_that_cannot_be_read_is_one_problem_and_makes_contexts_unknown() -> None:
    run = one(user("u1", "a"), {"$set": {"messages": [user("u2", "b"), 3]}}, reply("g1", "c"))
    assert [problem.record for problem in run.problems] == [3]
    assert run.requests[0].context is not None and run.requests[0].context.status == "unknown"


def test_notes_in_a_stored_list_do_not_set_its_messages_aside() -> None:
    note = {"id": "i1", "type": "info", "content": "hello"}
    run = one({"$set": {"messages": [user("u1", "a"), note]}})
    assert records(run) == [(2,)]
    assert [aside.record for aside in run.set_aside] == [1]


def test_a_rewind_to_a_message_that_is_not_there_empties_the_list() -> None:
    run = one(user("u1", "a"), reply("g1", "b"), {"$rewindTo": "nowhere"}, user("u2", "c"))
    assert records(run) == [(5,)]
    assert [(branch.at, len(branch.messages)) for branch in run.branches] == [(-1, 2)]


def test_two_rewinds_leave_two_branches() -> None:
    run = one(
        user("u1", "a"), reply("g1", "b"), {"$rewindTo": "g1"}, reply("g2", "c"), {"$rewindTo": "u1"}, user("u3", "d")
    )
    assert records(run) == [(7,)]
    assert [[message.records for message in branch.messages] for branch in run.branches] == [[(3,)], [(2,), (5,)]]


def test_a_line_that_is_neither_message_nor_patch_is_a_problem() -> None:
    run = one(17, {"$push": {}}, user("u1", "a"))
    assert [problem.record for problem in run.problems] == [3, 2]
