"""Turns into threads: leads of attempts, agents' threads, items in the order of their positions."""

from typing import Any

from accounting import unaccounted
from conftest import read_values

from viewer.model.block import Text
from viewer.model.run import Run


def turn(turn_id: str, thread: str, attempt: int, start: int) -> dict[str, Any]:
    return {
        "id": turn_id,
        "runtime_thread_id": thread,
        "attempt": attempt,
        "status": "completed",
        "started_at": f"2026-01-01T00:00:{start:02d}Z",
        "trajectory": {"format": "ankole_chatml", "version": 1},
    }


def item(turn_id: Any, position: Any, words: str) -> dict[str, Any]:
    return {"turn_id": turn_id, "position": position, "item": {"type": "agentMessage", "id": words, "text": words}}


def read(turns: list[Any], items: list[Any], **job: Any) -> tuple[Run, ...]:
    runs = read_values({"job": job, "turns": turns, "items": items}, format="ankole")
    assert unaccounted(runs) == []
    return runs


def words(run: Run) -> list[str]:
    return [block.text for message in run.messages for block in message.blocks if isinstance(block, Text)]


def test_items_stand_by_position_and_turns_by_their_start() -> None:
    turns = [turn("b", "t", 1, 5), turn("a", "t", 1, 2)]
    (run,) = read(turns, [item("b", 0, "3"), item("a", 1, "2"), item("a", 0, "1")], id=9)
    assert words(run) == ["1", "2", "3"]
    assert run.run_id == "9"


def test_each_attempt_is_a_run_with_the_threads_of_its_agents() -> None:
    turns = [turn("a", "t1", 1, 0), turn("b", "t2", 2, 1), turn("c", "t3", 2, 2), turn("d", "t2", 2, 3)]
    first, second = read(turns, [item("c", 0, "sub"), item("d", 0, "lead")], id=9, status="succeeded")
    assert (first.run_id, second.run_id) == ("9 attempt 1", "9 attempt 2")
    assert (first.outcome, second.outcome) == ("unknown", "success")
    (sub,) = second.sub_runs
    assert (sub.run_id, words(sub), words(second)) == ("t3", ["sub"], ["lead"])
    assert sub.parent is not None and sub.parent.message_index is None
    assert "which call spawned it is not stored" in sub.parent.rule


def test_a_thread_that_a_later_attempt_resumes_leads_that_one_too() -> None:
    turns = [turn("a", "t1", 1, 0), turn("b", "t1", 2, 1), turn("c", "t2", 2, 2)]
    (run,) = read(turns, [item("a", 0, "1"), item("b", 0, "2"), item("c", 0, "sub")], id=9)
    assert words(run) == ["1", "2"]
    assert [words(sub) for sub in run.sub_runs] == [["sub"]]


def test_items_without_a_row_of_their_turn_are_a_run_of_their_own() -> None:
    known, loose = read([turn("a", "t1", 1, 0)], [item("a", 0, "1"), item("x", 0, "2"), item("y", 0, "3")], id=9)
    assert (words(known), words(loose)) == (["1"], ["2", "3"])
    (alone,) = read_values([item("x", 1, "2"), item("x", 0, "1")], format="ankole")
    assert words(alone) == ["1", "2"]


def test_items_that_are_none_are_problems_where_they_stand() -> None:
    (run,) = read([turn("a", "t1", 1, 0)], [item("a", 0, "1"), 5, item("a", "x", "2"), {"turn_id": "a", "item": {}}])
    assert [problem.record for problem in run.problems] == [2, 4]
    assert words(run) == ["1", "2"]


def test_turns_without_a_start_keep_the_order_of_the_file() -> None:
    turns = [{**turn("b", "t", 1, 5), "started_at": None}, turn("a", "t", 1, 2)]
    (run,) = read(turns, [item("a", 0, "2"), item("b", 0, "1")])
    assert words(run) == ["1", "2"]
    assert run.run_id == "t"
