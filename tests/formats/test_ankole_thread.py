"""A thread as a run: turns, what stands behind its input, the agents it spawned."""

from conftest import SAMPLES

from viewer import load
from viewer.analysis.structure import turns
from viewer.model.block import Text, ToolUse

FIRST, SECOND = load.runs(next(load.sources([SAMPLES / "ankole/job.json"])))


def test_items_that_project_to_nothing_are_set_aside_with_their_type() -> None:
    kinds = [aside.kind for aside in SECOND.set_aside]
    assert kinds == ["item reasoning", "item todoList", "compaction boundary", "compaction boundary"]


def test_each_turn_that_holds_the_callers_words_is_a_turn() -> None:
    assert len(turns(SECOND)) == 2
    assert [block.text for message in SECOND.messages for block in message.blocks if isinstance(block, Text)] == [
        "Sum up the notes.",
        "The notes say that order 4471 went with DHL.",
        "Look at ",
    ]


def test_what_a_reply_ahead_of_its_own_input_saw_is_unknown() -> None:
    context = SECOND.requests[0].context
    assert context is not None
    assert (context.status, context.reason) == (
        "unknown",
        "the message that began this turn is stored behind, as record 4",
    )
    assert SECOND.requests[1].context is None


def test_after_a_compaction_what_requests_saw_is_unknown() -> None:
    context = SECOND.requests[-1].context
    assert context is not None
    assert "compacted" in str(context.reason)


def test_the_agent_of_another_thread_hangs_on_the_call_that_spawned_it() -> None:
    (sub,) = SECOND.sub_runs
    link = sub.parent
    assert link is not None and link.message_index is not None
    calls = [block for block in SECOND.messages[link.message_index].blocks if isinstance(block, ToolUse)]
    assert link.tool_use_id in [call.id for call in calls]


def test_that_parallel_calls_are_not_recorded_is_told() -> None:
    assert any("which calls one reply issued together" in note for note in SECOND.notes)
    assert FIRST.notes == (
        "turn 1 holds no items: recorded before items were stored, or not in this export; no sign of inactivity",
    )
