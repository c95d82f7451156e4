"""What to look at first: siblings, signatures, fields that are others now."""

import json
from typing import Any

import pytest
from messages import call, model, result, run_of, text, user

from viewer.model.run import Run
from viewer.replay.built import Api
from viewer.replay.supplied import SuppliedField, system_of, tools_of
from viewer.replay.swap import Replacement, SwappedRequest, swap
from viewer.replay.swap_warnings import differences

TOOL = {"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {}}}


def _warnings(run: Run, api: Api = "anthropic_messages") -> str:
    made = swap(run, Replacement(2, 0, "x"), api)
    assert isinstance(made, SwappedRequest)
    return "\n".join(made.warnings)


def test_calls_that_were_issued_together_are_named() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("a"), result("b")), model("done"))
    assert "issued together with 1 other call ([1].1)" in _warnings(run)
    alone = run_of(user("go"), model(call("a")), user(result("a")), model("done"))
    assert "issued together" not in _warnings(alone)


def test_signed_thinking_must_pass_untouched() -> None:
    thinking = {"type": "thinking", "thinking": "hm", "signature": "s1"}
    run = run_of(user("go"), model(thinking, call("a")), user(result("a")), model("done"))
    assert "1 thinking block has a signature" in _warnings(run)
    assert "signature" not in _warnings(run, "openai_chat")


@pytest.mark.parametrize(
    ("given", "differs"),
    [
        (system_of(b"Be kind.\n", "f"), False),
        (system_of(b"Be brief.", "f"), True),
        (tools_of(json.dumps([TOOL]).encode(), "f"), False),
        (tools_of(json.dumps([{"type": "function", "function": {
            "name": "f", "description": "d", "parameters": TOOL["input_schema"]}}]).encode(), "f"), False),
        (tools_of(json.dumps([{**TOOL, "description": "e"}]).encode(), "f"), True),
    ],
)  # fmt: skip
def test_a_field_that_is_another_now_is_told_and_the_runs_own_is_sent(given: SuppliedField, differs: bool) -> None:
    head: dict[str, Any] = {"system": [text("Be kind.")], "tools": [TOOL]}
    run = run_of(user("go"), model(call("a", "f")), user(result("a")), model("done"), **head)
    found = differences(run, 3, (given,), "anthropic_messages")
    assert bool(found) == differs
    assert all(given.sha256[:16] in one for one in found)


def test_a_field_that_the_run_lacks_is_no_difference() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")), model("done"))
    assert differences(run, 3, (system_of(b"x", "f"),), "anthropic_messages") == []
