"""R5."""

import msgspec
from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.checks.registry import findings
from viewer.model.block import ToolUse


def test_both_ways_to_disagree_are_named() -> None:
    first, second = findings(sample("broken/stop_reason_mismatch.json"))
    assert {first.code, second.code} == {"stop_reason_mismatch"}
    assert first.text == "[1] holds a tool_use but the recorded stop_reason is end_turn"
    assert second.text == "[3] holds no tool_use but the recorded stop_reason is tool_use"


def test_a_call_cut_by_max_tokens_says_that_its_arguments_may_be_cut() -> None:
    (finding,) = findings(run_of(user("go"), model(call("a"), stop_reason="max_tokens"), user(result("a")), model("x")))
    assert finding.text == "[1] holds a tool_use but the recorded stop_reason is max_tokens; its arguments may be cut"


def test_replies_that_disagree_in_the_same_way_are_one_finding() -> None:
    messages = [user("go")]
    for number in range(30):
        messages += [model(call(str(number)), stop_reason="end_turn"), user(result(str(number)))]
    (finding,) = findings(run_of(*messages, model("done")))
    assert len(finding.positions) == 30
    assert finding.text == "[1], [3], [5] and 27 more hold a tool_use but the recorded stop_reason is end_turn"


def test_a_paused_reply_and_an_unrecorded_or_unknown_reason_are_no_finding() -> None:
    assert "stop_reason_mismatch" not in {finding.code for finding in findings(sample("broken/paused_reply.json"))}
    assert findings(run_of(user("go"), model(call("a"), stop_reason="new_word"), user(result("a")), model("x"))) == ()


def test_an_action_in_plain_text_needs_no_stop_reason_of_its_own() -> None:
    run = run_of(user("go"), model(call("a"), stop_reason="end_turn"), user(result("a")), model("x"))
    block = run.messages[1].blocks[0]
    assert type(block) is ToolUse
    as_text = msgspec.structs.replace(run.messages[1], blocks=(msgspec.structs.replace(block, from_text=True),))
    messages = (run.messages[0], as_text, *run.messages[2:])
    assert findings(msgspec.structs.replace(run, messages=messages)) == ()
