"""Messages of a Cline or Roo Code task."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import read_values

from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run
from viewer.model.usage import Usage


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, "ts": 1769400000000, **more}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


ASKED, SAID = message("user", "go"), message("assistant", "yes")
ENVIRONMENT = text("<environment_details>\nx\n</environment_details>")


def one(*values: Any) -> Run:
    (run,) = read_values(list(values), format="cline")
    assert unaccounted((run,)) == []
    return run


def test_the_cache_is_no_part_of_the_prompt_and_its_one_number_is_not_split() -> None:
    tokens = {"prompt": 10, "completion": 20}
    made = [
        message("assistant", "a", metrics={"tokens": {**tokens, "cached": 900}}),
        message("assistant", "b", metrics={"tokens": {**tokens, "cached": 0}}),
        message("assistant", "c", metrics=5),
    ]
    assert [request.usage for request in one(*made).requests] == [Usage(10, None, None, 20), Usage(10, 0, 0, 20), None]


@pytest.mark.parametrize(
    ("content", "who"),
    [
        ([text("[read_file for 'a'] Result:\nx"), ENVIRONMENT], ["loop"]),
        ([text("[read_file for 'a'] Result:\nx"), text("<feedback>no</feedback>")], ["loop", "caller"]),
        ([text("<task>go</task>"), ENVIRONMENT], ["caller"]),
        ([text("[ERROR] You did not use a tool in your previous response!"), ENVIRONMENT], ["loop"]),
        ("go", ["caller"]),
        ([], ["caller"]),
    ],
)
def test_who_wrote_a_user_s_message(content: Any, who: list[str]) -> None:
    assert [producer.who for producer in one(message("user", content)).messages[0].producers] == who


def test_calls_as_text_are_looked_for_only_where_no_native_call_stands() -> None:
    written = "<read_file><path>a</path></read_file>"
    native = {"type": "tool_use", "id": "c", "name": "read_file", "input": {}}
    run = one(message("assistant", written), message("assistant", [text(written), native]))
    assert run.messages[0].blocks == (ToolUse(None, "read_file", {"path": "a"}, from_text=True),)
    assert run.messages[1].blocks == (Text(written), ToolUse("c", "read_file", {}))


def test_reasoning_of_its_own_is_a_piece_of_the_reply_behind_it() -> None:
    thought = {"type": "reasoning", "encrypted_content": "e", "summary": [], "ts": 1}
    run = one(ASKED, thought, SAID, thought, ASKED)
    assert (run.messages[1].blocks, run.messages[1].records) == (
        (Thinking(None, "e", redacted=True), Text("yes")),
        (2, 3),
    )
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(4, "reasoning without a reply")]


def test_parts_of_the_ai_sdk_are_read() -> None:
    call = {"type": "tool-call", "toolCallId": "c", "toolName": "f", "input": {"a": 1}}
    failed = {
        "type": "tool-result",
        "toolCallId": "c",
        "toolName": "f",
        "output": {"type": "error-text", "value": "no"},
    }
    run = one(message("assistant", [{"type": "reasoning", "text": "t"}, call]), message("tool", [failed]))
    assert run.messages[0].blocks == (Thinking("t"), ToolUse("c", "f", {"a": 1}))
    assert run.messages[1].blocks == (ToolResult("c", "no", True, "f"),)


def test_a_summary_takes_the_place_of_messages_that_name_it() -> None:
    summary, hidden = message("user", "so far", isSummary=True, condenseId="c"), {"condenseParent": "c"}
    all_hidden = one({**ASKED, **hidden}, {**SAID, **hidden}, summary, SAID).requests[-1].context
    assert all_hidden is not None and (all_hidden.status, all_hidden.ranges) == ("derived", ((2, 2),))
    some = one(ASKED, {**SAID, **hidden}, summary, SAID).requests[-1].context
    assert some is not None and some.status == "unknown"


def test_after_a_truncation_what_requests_saw_is_not_known() -> None:
    context = one(ASKED, SAID, message("user", "cut", isTruncationMarker=True), SAID).requests[-1].context
    assert context is not None and context.status == "unknown"


def test_a_role_that_is_not_known_is_a_problem() -> None:
    assert [problem.record for problem in one(ASKED, message("hologram", "x")).problems] == [2]
