"""Steps that repeat what stood before: each message once, in the order in which it first stands."""

from typing import Any

from viewer.decode.decoder import decode
from viewer.decode.document import JsonDocument
from viewer.formats.build import RunBuilder
from viewer.formats.convert import text
from viewer.formats.entries import Entry, Input, Reply
from viewer.formats.shapes.cumulative_steps import Steps
from viewer.model.block import Text
from viewer.model.run import Run

Message = dict[str, Any]


def said(role: str, words: str, **marks: Any) -> Message:
    return {"role": role, "content": words, **marks}


def entry(message: Message, messages: list[Any], at: int) -> Entry:
    assert messages[at] is message
    blocks = (Text(text(message["content"])),)
    return Reply(blocks) if message["role"] == "assistant" else Input(blocks)


def read(*steps: Any, cumulative: bool = True, cut: int = 0) -> tuple[Run, Steps]:
    import json

    whole = json.dumps([{"messages": list(step)} if isinstance(step, list) else step for step in steps]).encode()
    document = decode(whole[: len(whole) - cut], "steps")
    assert isinstance(document, JsonDocument)
    builder = RunBuilder()
    reader = Steps(builder, entry, cumulative=cumulative)
    reader.read(document, (), document.value)
    return builder.finish(run_id="", format="test", records=tuple(reader.arrays)), reader


def words(run: Run) -> list[str]:
    return [block.text for message in run.messages for block in message.blocks if isinstance(block, Text)]


S, U, A, V, B = (
    said("system", "s"),
    said("user", "u"),
    said("assistant", "a"),
    said("user", "v"),
    said("assistant", "b"),
)


def test_each_message_stands_once_where_it_first_appears() -> None:
    run, reader = read([S, U], [S, U, A], [S, U, A, V, B])
    assert words(run) == ["u", "a", "v", "b"]
    assert [message.records for message in run.messages] == [(2,), (5,), (9,), (10,)]
    assert [aside.record for aside in run.set_aside] == [3, 4, 6, 7, 8]
    assert [(array.path, array.first, array.count) for array in run.records] == [
        ("[0].messages", 1, 2),
        ("[1].messages", 3, 3),
        ("[2].messages", 6, 5),
    ]
    assert all(request.context is None for request in run.requests)
    assert reader.notes() == ()


def test_a_mark_that_changes_from_step_to_step_makes_no_new_message() -> None:
    run, reader = read([U, {**A, "trainable_status": "trainable"}], [U, {**A, "trainable_status": "superseded"}, V])
    assert words(run) == ["u", "a", "v"]
    assert reader.notes() == ()


def test_equal_messages_in_one_step_are_two() -> None:
    assert words(read([U], [U, A, U, A])[0]) == ["u", "a", "u", "a"]


def test_another_system_prompt_holds_from_the_step_that_brings_it() -> None:
    run, reader = read([S, U, A], [said("system", "t"), said("system", "x"), U, A, V, B])
    fields = [(one.first_message, one.records, one.system.value) for one in run.request_fields]
    assert fields == [(0, (1,), "s"), (2, (4, 5), ["t", "x"])]
    assert words(run) == ["u", "a", "v", "b"]
    assert reader.notes() == ("step 2: holds another system prompt than the step before",)


def test_a_step_that_leaves_messages_out_narrows_what_its_replies_saw() -> None:
    summary = said("user", "summary")
    run, reader = read([U, A, V], [summary, V, B], [summary, V, B, U, A])
    assert words(run) == ["u", "a", "v", "summary", "b", "u", "a"]
    contexts = [request.context for request in run.requests]
    assert contexts[0] is None
    assert [context.ranges for context in contexts[1:] if context] == [((2, 3),), ((2, 5),)]
    assert contexts[1].status == "derived"  # type: ignore[union-attr]  # not None, as above
    assert reader.notes() == (
        "step 2: does not begin with the messages of the step before: its history was edited or compacted",
    )


def test_a_shorter_step_adds_nothing_and_the_list_goes_on_behind_it() -> None:
    run, reader = read([U, A, V], [U], [U, A, V, B])
    assert words(run) == ["u", "a", "v", "b"]
    assert run.requests[-1].context is None
    assert reader.notes() == ("step 2: holds fewer messages than the step before, and no other",)


def test_an_empty_step_and_a_step_that_is_none_are_told() -> None:
    run, reader = read([U], [], 5, [U, A])
    assert words(run) == ["u", "a"]
    assert [(problem.record, problem.reason) for problem in run.problems] == [(2, "a step without a list of messages")]
    assert "step 2: holds no message" in reader.notes()


def test_a_message_that_cannot_be_mapped_is_one_problem_however_often_it_stands() -> None:
    bad = {"role": "user", "content": 5}
    run, _ = read([U, bad], [U, bad, A], [U, bad, A, V])
    assert [problem.record for problem in run.problems] == [2]
    assert words(run) == ["u", "a", "v"]


def test_the_message_that_the_file_ends_in_is_a_problem() -> None:
    run, _ = read([S, U], [S, U, A], cut=6)
    assert [problem.record for problem in run.problems] == [5]
    assert words(run) == ["u"]


def test_steps_that_hold_only_their_own_messages_are_put_one_after_another() -> None:
    run, reader = read([S, U, A], [U, A], cumulative=False)
    assert words(run) == ["u", "a", "u", "a"]
    assert all(request.context is None for request in run.requests)
    assert reader.notes() == ()


def test_no_step_at_all_has_no_record() -> None:
    run, _ = read()
    assert [(array.path, array.count) for array in run.records] == [("", 0)]


def test_its_time_grows_with_the_messages_of_all_steps_and_not_faster() -> None:
    import time

    def seconds(rounds: int) -> float:
        flat = [said("user" if number % 2 == 0 else "assistant", f"{number % 3}") for number in range(rounds)]
        steps = [
            [said("user", f"summary {start}"), *flat[start : start + rounds // 4]] for start in range(0, rounds, 8)
        ]
        started = time.thread_time()
        read(*steps)
        return (time.thread_time() - started) / sum(map(len, steps))

    assert min(seconds(1600) for _ in range(3)) < 6 * min(seconds(200) for _ in range(3))
