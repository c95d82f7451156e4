"""Checkpoints of LangGraph in SQLite."""

from conftest import SAMPLES

from viewer import load
from viewer.model.block import ToolUse


def test_a_message_of_several_checkpoints_is_one_message() -> None:
    _, pool = load.runs(next(load.sources([SAMPLES / "langgraph/checkpoints.sqlite"])))
    assert (pool.run_id, [message.records for message in pool.messages]) == ("pool", [(5,), (6,), (7,), (8,)])
    (call,) = pool.messages[1].blocks
    assert isinstance(call, ToolUse) and (call.name, call.id) == ("opening_hours", "q1")


def test_a_pickled_checkpoint_is_never_loaded_and_stays_as_it_is() -> None:
    older, _ = load.runs(next(load.sources([SAMPLES / "langgraph/checkpoints.sqlite"])))
    (problem,) = older.problems
    assert "stored as pickle, which is never loaded" in problem.reason
    assert problem.raw["type"] == "pickle" and bytes.fromhex(problem.raw["checkpoint"]["bytes"])[:2] == b"\x80\x04"


def test_a_write_of_an_error_to_the_newest_checkpoint_tells_the_ending() -> None:
    older, pool = load.runs(next(load.sources([SAMPLES / "langgraph/checkpoints.sqlite"])))
    assert (older.ending.kind, older.ending.cut_by) == ("censored", "crash")
    assert (pool.ending.kind, "node" in pool.ending.rule) == ("unknown", False), "which nodes come next is not stored"
