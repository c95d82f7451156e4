"""What of a request's list is known already, and what is new."""

from typing import Any

import pytest
from span_files import agent, call, chat, result, run_of, said

from viewer.formats.entries import Input
from viewer.formats.shapes.span_lists import KnownMessages, message_key
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run

U, A, U2, A2 = said("user", "go"), said("assistant", "one"), said("user", "on"), said("assistant", "two")


def words(run: Run) -> list[str]:
    return [block.text for message in run.messages for block in message.blocks if isinstance(block, Text)]


def seen(run: Run) -> list[tuple[tuple[int, int], ...]]:
    return [request.context.ranges for request in run.requests if request.context is not None]


def test_a_list_that_goes_on_adds_only_what_is_new() -> None:
    run = run_of(agent(), chat(1, [U], A), chat(2, [U, A, U2], A2))
    assert words(run) == ["go", "one", "on", "two"]
    assert seen(run) == [((0, 0),), ((0, 2),)]
    assert {request.context.status for request in run.requests if request.context} == {"recorded"}


def test_the_same_words_again_at_the_end_of_a_list_are_a_new_message() -> None:
    run = run_of(agent(), chat(1, [U], A), chat(2, [U, A, U], A2))
    assert words(run) == ["go", "one", "go", "two"]


def test_two_calls_with_the_same_list_share_it_and_have_a_reply_each() -> None:
    run = run_of(agent(), chat(1, [U], A), chat(2, [U], A2))
    assert words(run) == ["go", "one", "two"]
    assert seen(run) == [((0, 0),), ((0, 0),)]


def test_a_list_that_begins_with_a_summary_holds_the_known_tail_and_the_loop_s_new_beginning() -> None:
    summary = said("user", "so far: one")
    run = run_of(agent(), chat(1, [U], A), chat(2, [U, A, U2], A2), chat(3, [summary, A2], said("assistant", "three")))
    assert words(run) == ["go", "one", "on", "two", "so far: one", "three"]
    assert seen(run)[2] == ((3, 4),)
    assert "another order" in str(run.requests[2].context)
    assert [producer.who for producer in run.messages[4].producers] == ["loop"]


def test_a_message_left_out_in_the_middle_is_known_to_be_missing() -> None:
    run = run_of(agent(), chat(1, [U], A), chat(2, [U, A, U2], A2), chat(3, [U, U2, A2], said("assistant", "three")))
    assert words(run) == ["go", "one", "on", "two", "three"]
    assert seen(run)[2] == ((0, 0), (2, 3))
    assert run.requests[2].context is not None and "another order" not in str(run.requests[2].context.rule)


def test_a_list_that_shares_only_a_caller_s_words_is_another_conversation() -> None:
    plan = said("user", "make a plan")
    run = run_of(agent(), chat(1, [plan, U], A), chat(2, [said("user", "other task"), U], A2))
    assert words(run) == ["make a plan", "go", "one", "other task", "go", "two"]
    assert seen(run) == [((0, 1),), ((3, 4),)]


def test_lists_that_take_turns_in_one_trace_each_go_on_with_their_own() -> None:
    x, y = said("user", "x"), said("user", "y")
    rx, ry = said("assistant", "rx"), said("assistant", "ry")
    run = run_of(agent(), chat(1, [x], rx), chat(2, [y], ry), chat(3, [x, rx, U], A), chat(4, [y, ry, U2], A2))
    assert words(run) == ["x", "rx", "y", "ry", "go", "one", "on", "two"]
    assert seen(run) == [((0, 0),), ((2, 2),), ((0, 1), (4, 4)), ((2, 3), (6, 6))]


def test_history_that_no_reply_here_made_is_the_caller_s() -> None:
    run = run_of(agent(), chat(1, [U, A, U2], A2))
    assert [[producer.who for producer in message.producers] for message in run.messages] == [
        ["caller"], ["caller"], ["caller"], ["model"],
    ]  # fmt: skip
    assert len(run.requests) == 1


def test_a_reply_is_found_again_without_its_thinking_and_with_its_arguments_as_text() -> None:
    reply = {"role": "assistant", "parts": [{"type": "reasoning", "content": "hm"}, call("c", "ls", path="/")]}
    repeated = {"role": "assistant", "parts": [{**call("c", "ls"), "arguments": '{"path": "/"}'}]}
    run = run_of(agent(), chat(1, [U], reply), chat(2, [U, repeated, said("tool", result("c"))], A))
    assert len(run.messages) == 4
    assert seen(run)[1] == ((0, 2),)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((Text("a "),), (Text("a"),), True),
        ((Text("a"), Thinking("b")), (Text("a"),), True),
        ((Text(""),), (), True),
        ((ToolResult("c", "x"),), (ToolResult("c", [{"type": "text", "text": "x"}]),), True),
        ((ToolResult("c", "x"),), (ToolResult("d", "x"),), False),
        ((ToolUse("c", "ls", {"a": 1, "b": 2}),), (ToolUse("c", "ls", {"b": 2, "a": 1}),), True),
        ((ToolUse("c", "ls", {"a": 1}),), (ToolUse("c", "ls", {"a": "1"}),), False),
    ],
)
def test_copies_of_a_message_are_told_by_words_calls_and_results(one: Any, other: Any, same: bool) -> None:
    assert (message_key("assistant", one) == message_key("assistant", other)) is same
    assert message_key("user", one) != message_key("assistant", one)


def test_many_equal_messages_are_found_in_linear_time() -> None:
    known = KnownMessages()
    count = 20_000
    listed = [known.add("x", "user", (Text("x"),), index) for index in range(count)]
    known.add_reply((Text("r"),), count, listed)
    # The first message is gone, so each of the others has to be looked for.
    found = known.find(["other"] + ["x"] * count, lambda raw: Input((Text(raw),)))
    assert found.listed == [None] * (1 + count)
    found = known.find(
        ["other", "r", *["x"] * count], lambda raw: Input((Text(raw),), "assistant" if raw == "r" else "user")
    )
    assert found.listed == [None, count, *listed]
