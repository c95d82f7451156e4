"""Kimi sessions: which of three layouts a file has, the agents beside the main one, how a session ended."""

from pathlib import Path, PurePath
from typing import Any

import pytest
from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.formats.kimi import companions, heads
from viewer.model.run import Run, walk

ASKED = {"type": "context.append_message", "message": {"role": "user", "content": [{"type": "text", "text": "1"}]}}
PART: dict[str, Any] = {
    "type": "context.append_loop_event",
    "event": {"type": "content.part", "stepUuid": "s", "part": {"type": "text", "text": "2"}},
}


def one(*values: Any) -> Run:
    (run,) = read_values(*values, lines=True)
    assert unaccounted((run,)) == []
    return run


def test_the_agents_of_a_session_are_runs_under_the_calls_that_started_them() -> None:
    run = sample("kimi/session")
    (sub,) = run.sub_runs
    assert sub.parent is not None
    assert (sub.run_id, sub.parent.message_index, sub.parent.tool_use_id) == ("agent-0", 2, "Agent_0")
    assert (summary(run).model_requests, summary(sub).model_requests) == (2, 2)
    assert unaccounted((run,)) == []


def test_the_main_wire_given_alone_brings_its_agents_along() -> None:
    (source,) = load.sources([SAMPLES / "kimi/session/agents/main/wire.jsonl"])
    assert [Path(part.uri).parent.name for part in source.parts] == ["main", "agent-0"]


def test_an_agent_that_no_result_names_is_not_linked(tmp_path: Path) -> None:
    for agent in ("main", "agent-7"):
        (tmp_path / "agents" / agent).mkdir(parents=True)
        text = (SAMPLES / "kimi/session/agents/agent-0/wire.jsonl").read_bytes()
        (tmp_path / "agents" / agent / "wire.jsonl").write_bytes(text)
    (run,) = load.runs(next(load.sources([tmp_path])))
    assert [one.parent and one.parent.message_index for one in walk(run)] == [None, None]
    assert run.sub_runs[0].parent is not None and run.sub_runs[0].parent.rule.startswith("not linked")


def test_the_state_of_the_session_names_the_run() -> None:
    run = sample("kimi/session")
    assert (run.run_id, run.attributes["title"]) == ("session_9e", "How many lamps are there?")
    wire = PurePath("s/agents/main/wire.jsonl")
    assert PurePath("s/state.json") in heads(wire)
    other = PurePath("s/agents/agent-0/wire.jsonl")
    assert companions(wire, (wire, other, PurePath("s/agents/agent-0/log.jsonl"))) == (other,)
    assert companions(other, (wire, other)) == ()


@pytest.mark.parametrize(
    ("last", "kind", "cut_by"),
    [
        ({"type": "turn.cancel"}, "censored", "abort"),
        ({"type": "context.apply_compaction", "contextSummary": "so far"}, "unknown", None),
        ({"type": "plan_mode.exit"}, "unknown", None),
        (ASKED, "open", None),
    ],
)
def test_what_stands_last_tells_the_ending(last: dict[str, Any], kind: str, cut_by: str | None) -> None:
    ending = one(ASKED, PART, last).ending
    assert (ending.kind, ending.cut_by) == (kind, cut_by)


def test_a_cancel_that_was_followed_up_does_not_end_the_run() -> None:
    later = {**PART, "event": {**PART["event"], "stepUuid": "t"}}
    assert one(ASKED, PART, {"type": "turn.cancel"}, ASKED, later).ending.kind == "unknown"


@pytest.mark.parametrize(
    "value",
    [
        ASKED,
        {"timestamp": 1.5, "message": {"type": "TurnBegin", "payload": {"user_input": "x"}}},
        {"role": "_checkpoint", "id": 0},
    ],
)
def test_each_layout_is_claimed_by_one_line(value: dict[str, Any]) -> None:
    assert claims(value, {"type": "x"}, lines=True).get("kimi") == 3


def test_other_lines_are_not_claimed() -> None:
    assert "kimi" not in claims({"type": "metadata"}, {"role": "user", "content": "x"}, lines=True)
