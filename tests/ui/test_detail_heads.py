from typing import Any

from messages import call, model, result, run_of, user

from viewer.ui.detail_heads import call_head, result_head, sub_runs_of, thinking_head
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text


def told(made: tuple[list[Any], list[list[Any]]]) -> str:
    head, notes = made
    return "\n".join(segments_text(line) for line in (head, *notes))


def test_empty_thinking_is_not_said_to_be_no_thinking() -> None:
    empty: dict[str, Any] = {"type": "thinking", "thinking": "", "signature": "x"}
    run = run_of(user("go"), model(empty), thinking={"type": "enabled", "budget_tokens": 1024})
    message = run.messages[1]
    text = told(thinking_head(derived(run, "k"), message, message.blocks[0]))  # type: ignore[arg-type]  # it is Thinking
    assert "the request did not ask for it or the provider did not return it" in text
    assert "did not think" not in text


def test_encrypted_thinking_says_so() -> None:
    run = run_of(user("go"), model({"type": "redacted_thinking", "data": "xyz"}))
    message = run.messages[1]
    text = told(thinking_head(derived(run, "k"), message, message.blocks[0]))  # type: ignore[arg-type]  # it is Thinking
    assert "encrypted" in text


def test_a_call_names_its_result_and_what_was_issued_with_it() -> None:
    run = run_of(user("go"), model(call("a", "one"), call("b", "two")), user(result("b"), result("a")), model("ok"))
    message = run.messages[1]
    text = told(call_head(derived(run, "k"), message, message.blocks[0], (1, 0)))  # type: ignore[arg-type]  # a ToolUse
    assert text == "tool_use one a · result at [2].1\nissued together with [1].1"


def test_a_call_without_result_says_so() -> None:
    run = run_of(user("go"), model(call("a", "one")))
    message = run.messages[1]
    assert "no result in this list" in told(call_head(derived(run, "k"), message, message.blocks[0], (1, 0)))  # type: ignore[arg-type]  # a ToolUse


def test_a_result_tells_where_it_was_requested_and_who_executed_it() -> None:
    run = run_of(user("go"), model(call("a", "one")), user(result("a", "no", is_error=True)), model("ok"))
    text = told(result_head(derived(run, "k"), run.messages[2].blocks[0], (2, 0)))  # type: ignore[arg-type]  # a ToolResult
    assert "tool_result of one a failed as the file flags it" in text
    assert "requested at [1].0, executed by your code, recorded here" in text


def test_equal_ids_that_were_open_at_once_are_called_a_guess() -> None:
    run = run_of(user("go"), model(call("x"), call("x")), user(result("x"), result("x")), model("ok"))
    text = told(result_head(derived(run, "k"), run.messages[2].blocks[0], (2, 0)))  # type: ignore[arg-type]  # a ToolResult
    assert "(ambiguous id)" in text


def test_a_result_without_a_call_says_so() -> None:
    run = run_of(user("go"), model("hm"), user(result("zz")), model("ok"))
    text = told(result_head(derived(run, "k"), run.messages[2].blocks[0], (2, 0)))  # type: ignore[arg-type]  # a ToolResult
    assert "no call in this list has this id" in text


def test_a_call_that_started_nothing_has_no_sub_run() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")), model("ok"))
    assert sub_runs_of(run, (1, 0)) == []
    assert sub_runs_of(run, (0, 0)) == []
