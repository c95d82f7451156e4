"""The tree of a conversation: the path to the newest visible row, and branches for all that was left."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.model.block import Text
from viewer.model.message import Message
from viewer.model.run import Run

CONVERSATION = sample("ankole/conversation.json")


def row(own: str, before: str | None, ask: str, answer: str | None = None, **more: Any) -> dict[str, Any]:
    content = [{"type": "message", "role": "user", "content": ask}]
    if answer is not None:
        content.append({"type": "message", "role": "assistant", "content": answer})
    return {
        "id": own,
        "conversation_id": "c",
        "previous_message_id": before,
        "type": "message",
        "status": "complete",
        "content": content,
        "metadata": {"request_item_count": 1},
        **more,
    }


def read(*rows: Any, **head: Any) -> Run:
    (run,) = read_values({"messages": list(rows), **head}, format="ankole")
    assert unaccounted((run,)) == []
    return run


def words(messages: tuple[Message, ...]) -> list[str]:
    return [block.text for message in messages for block in message.blocks if isinstance(block, Text)]


def test_of_two_rows_on_one_the_newer_is_the_run_and_the_older_a_branch() -> None:
    run = read(row("a", None, "1", "2"), row("b", "a", "old", "x"), row("c", "a", "new", "y"), row("d", "c", "3", "4"))
    assert words(run.messages) == ["1", "2", "new", "y", "3", "4"]
    (branch,) = run.branches
    assert (branch.at, words(branch.messages)) == (1, ["old", "x"])
    assert branch.messages[0].index == 2


def test_a_retracted_end_is_one_branch_and_the_walk_goes_on_without_it() -> None:
    run = read(
        row("a", None, "1", "2"),
        row("b", "a", "gone", "x", status="retracted"),
        row("c", "b", "too", "y", status="retracted"),
        row("d", "a", "3", "4"),
    )
    assert words(run.messages) == ["1", "2", "3", "4"]
    assert [(branch.at, words(branch.messages)) for branch in run.branches] == [(1, ["gone", "x", "too", "y"])]
    assert "retracted" in run.branches[0].why


def test_the_walk_goes_through_a_row_that_failed() -> None:
    run = read(row("a", None, "1", "2"), row("b", "a", "lost", status="error"), row("c", "b", "3", "4"))
    assert words(run.messages) == ["1", "2", "3", "4"]
    assert words(run.branches[0].messages) == ["lost"]


def test_a_row_that_is_still_generating_leaves_the_run_open() -> None:
    run = read(row("a", None, "1", "2"), row("b", "a", "3", status="generating"))
    assert (run.ending.kind, run.exit_status) == ("open", "generating")
    assert words(run.branches[0].messages) == ["3"]


def test_a_conversation_with_no_complete_row_has_only_branches() -> None:
    run = read(row("a", None, "1", status="error"))
    assert run.messages == ()
    assert [(branch.at, words(branch.messages)) for branch in run.branches] == [(-1, ["1"])]


def test_what_requests_saw_before_the_first_row_is_unknown_where_it_names_another() -> None:
    context = read(row("b", "a", "1", "2")).requests[0].context
    assert context is not None
    assert context.reason == "the row before the first one is not in this export"
    assert read(row("a", None, "1", "2")).requests[0].context is None


def test_a_checkpoint_and_its_artifact_are_one_message_of_two_records() -> None:
    (message,) = [one for one in CONVERSATION.messages if len(one.records) == 2]
    assert message.records == (9, 11)
    assert words((message,)) == ["Water it.", "Bed 4 was dry; watering was interrupted."]
    assert [request.context.ranges for request in CONVERSATION.requests if request.context] == [((9, 10),)]


def test_an_artifact_that_no_checkpoint_names_is_set_aside() -> None:
    run = read(row("a", None, "1"), compaction_artifacts=[{"id": "z", "content": {}}, 5])
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [
        (2, "compaction artifact"),
        (3, "compaction artifact"),
    ]


def test_the_branches_of_the_sample_leave_where_their_rows_did() -> None:
    assert [(branch.at, len(branch.messages)) for branch in CONVERSATION.branches] == [(5, 2), (8, 1), (3, 2)]


def test_a_record_that_is_no_row_is_a_problem_and_hides_none() -> None:
    run = read(row("a", None, "1", "2"), 7, row("b", "a", "3", "4"))
    assert [problem.record for problem in run.problems] == [2]
    assert words(run.messages) == ["1", "2", "3", "4"]
    assert read_values({"messages": [7], "conversation": {}}, format="ankole")[0].problems[0].record == 1


def test_a_circle_of_rows_is_read_once_around() -> None:
    run = read(row("a", "b", "1", "2"), row("b", "a", "3", "4"))
    assert sorted(words(run.messages)) == ["1", "2", "3", "4"]
    assert any("in a circle" in note for note in run.notes)
