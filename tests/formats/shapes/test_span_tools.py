"""Tool spans find their calls and results; what no request shows becomes a message of its own."""

from span_files import FAILED, agent, call, chat, result, run_of, said, tool

from viewer.analysis.summary import summary
from viewer.model.block import ToolResult
from viewer.model.run import Run

U = said("user", "go")


def results(run: Run) -> list[ToolResult]:
    return [block for message in run.messages for block in message.blocks if isinstance(block, ToolResult)]


def test_a_span_gives_the_result_that_a_request_shows_its_error_time_and_record() -> None:
    asked = said("assistant", call("c1"), call("c2"))
    shown = said("tool", result("c1", "fine"), result("c2", "bad"))
    run = run_of(
        agent(), chat(1, [U], asked), tool(2, "c1", status={"code": 1}), tool(3, "c2", status=FAILED),
        chat(4, [U, asked, shown], said("assistant", "done")),
    )  # fmt: skip
    assert [(block.content, block.is_error, block.name) for block in results(run)] == [
        ("fine", False, "bash"),
        ("bad", True, "bash"),
    ]
    assert run.messages[2].records == (3, 4, 5)
    assert run.messages[2].timestamp == "2026-01-01T10:00:03.500000+00:00"
    assert run.set_aside[0].record == 1


def test_a_span_without_a_status_leaves_open_whether_it_was_an_error() -> None:
    asked = said("assistant", call("c1"))
    run = run_of(agent(), chat(1, [U], asked), tool(2, "c1"), chat(3, [U, asked, said("tool", result("c1"))], asked))
    assert results(run)[0].is_error is None


def test_the_last_result_which_no_request_shows_is_a_message_made_of_its_span() -> None:
    run = run_of(agent(), chat(1, [U], said("assistant", call("c1"))), tool(2, "c1", "bye"))
    assert [(message.role, message.records) for message in run.messages][-1] == ("user", (3,))
    assert results(run)[0].content == "bye"
    assert summary(run).unanswered_calls == 0


def test_a_failed_tool_without_a_result_is_answered_by_its_error() -> None:
    run = run_of(agent(), chat(1, [U], said("assistant", call("c1"))), tool(2, "c1", None, status=FAILED))
    assert [(block.content, block.is_error) for block in results(run)] == [("it broke", True)]


def test_results_stand_before_the_next_reply_where_no_request_stores_its_list() -> None:
    run = run_of(
        agent(), chat(1, None, said("assistant", call("c1"))), tool(2, "c1", "r"), chat(3, None, said("assistant", "x"))
    )
    assert [message.role for message in run.messages] == ["assistant", "user", "assistant"]
    assert [request.context.status for request in run.requests if request.context] == ["unknown", "unknown"]


def test_a_result_that_a_request_tells_in_other_words_is_written_before_it_and_not_seen_by_it() -> None:
    asked = said("assistant", call("c1"))
    run = run_of(
        agent(), chat(1, [U], asked), tool(2, "c1", "r"),
        chat(3, [U, asked, said("user", "Observation: r")], said("assistant", "x")),
    )  # fmt: skip
    assert [message.role for message in run.messages] == ["user", "assistant", "user", "user", "assistant"]
    assert run.requests[1].context is not None
    assert run.requests[1].context.ranges == ((0, 1), (3, 3))


def test_a_result_written_from_its_span_is_the_one_that_a_later_request_shows() -> None:
    asked, other = said("assistant", call("c1")), said("user", "something else")
    run = run_of(
        agent(), chat(1, [U], asked), tool(2, "c1", "as run"), chat(3, [other], said("assistant", "y")),
        chat(4, [U, asked, said("tool", result("c1", "as shown"))], said("assistant", "x")),
    )  # fmt: skip
    assert [block.content for block in results(run)] == ["as shown"]
    assert summary(run).orphan_results == 0
    assert run.requests[2].context is not None
    assert run.requests[2].context.ranges == ((0, 2),)


def test_a_span_without_an_id_answers_the_call_with_its_name_and_arguments() -> None:
    asked = said("assistant", call("c1", day=1), call("c2", day=2))
    given = {"attributes": {"gen_ai.tool.call.arguments": '{"day": 2}'}}
    run = run_of(agent(), chat(1, [U], asked), tool(2, None, "two", **given), tool(3, None, "one"))
    assert {block.tool_use_id: block.content for block in results(run)} == {"c2": "two", "c1": "one"}


def test_a_repeated_id_is_answered_at_the_nearest_call() -> None:
    asked = said("assistant", call("c"))
    first, second = said("tool", result("c", "1")), said("tool", result("c", "2"))
    run = run_of(
        agent(), chat(1, [U], asked), tool(2, "c", "1", status=FAILED), chat(3, [U, asked, first], asked),
        tool(4, "c", "2", status={"code": 1}), chat(5, [U, asked, first, asked, second], said("assistant", "x")),
    )  # fmt: skip
    assert [(block.content, block.is_error) for block in results(run)] == [("1", True), ("2", False)]


def test_a_tool_that_no_reply_asked_for_is_set_aside() -> None:
    run = run_of(agent(), chat(1, [U], said("assistant", "x")), tool(2, "nobody"))
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(1, "invoke_agent span"), (3, "tool span")]
    assert not results(run)


def test_two_spans_of_one_call_give_one_result() -> None:
    asked = said("assistant", call("c1"))
    run = run_of(
        agent(), chat(1, [U], asked), tool(2, "c1", "a"), tool(3, "c1", "a"),
        chat(4, [U, asked, said("tool", result("c1", "a"))], said("assistant", "x")),
    )  # fmt: skip
    assert len(results(run)) == 1
    assert [aside.record for aside in run.set_aside if aside.kind == "tool span"] == [4]
