"""Ankole files: which they are, and what each shape is read as."""

import json
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.ankole import FORMAT, NAME
from viewer.formats.registry import choose, matches
from viewer.model.block import ToolUse
from viewer.model.run import Run, walk
from viewer.model.usage import Usage

ROW = {"id": "a", "previous_message_id": None, "status": "complete", "type": "message", "content": []}
ITEM = {"turn_id": "t", "position": 0, "item_key": "i", "item": {"type": "agentMessage", "id": "i", "text": "Hi."}}
CHATML = {"format": "ankole_chatml", "version": 1}


def runs(name: str) -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "ankole" / name])))


@pytest.mark.parametrize(
    "value",
    [
        [ROW],
        {"messages": [ROW], "next_cursor": None},
        {"conversation": {}, "messages": [ROW]},
        [ITEM],
        {"job": {}, "turns": [], "items": [ITEM]},
        {"job": {"turns": [{"trajectory": CHATML}]}},
        {"turns": [{"trajectory": CHATML}]},
        {**CHATML, "messages": [{"role": "user", "content": "x"}]},
        CHATML,
    ],
)
def test_every_shape_is_claimed_by_its_columns(value: Any) -> None:
    decoded = decode(json.dumps(value).encode(), "x")
    assert choose(decoded)[0] is FORMAT
    read = tuple(FORMAT.read(decoded))
    assert read and unaccounted(read) == []


def test_lines_of_rows_and_of_items_are_claimed_too() -> None:
    for row in (ROW, ITEM):
        assert choose(decode((json.dumps(row) + "\n").encode() * 2, "x"))[0] is FORMAT


@pytest.mark.parametrize("value", [{"messages": [{"role": "user", "content": []}]}, [{"item": 1}], {"turns": 5}])
def test_what_only_looks_alike_is_not_claimed(value: Any) -> None:
    assert FORMAT not in [format for format, _, _ in matches(decode(json.dumps(value).encode(), "x"))]


def test_a_conversation_counts_each_response_once_with_its_cache() -> None:
    counts = summary(sample("ankole/conversation.json"))
    assert (counts.model_requests, counts.tool_calls, counts.unanswered_calls, counts.error_results) == (7, 3, 0, 1)
    assert counts.usage == Usage(1690, 4800, None, 119)


def test_a_page_of_an_export_is_open_since_more_rows_follow() -> None:
    (run,) = read_values({"messages": [ROW], "next_cursor": "abc"}, format=NAME)
    assert (run.ending.kind, run.ending.rule) == ("open", "the export is one page, and more rows follow")


def test_lines_hold_several_conversations_and_a_row_that_stands_twice_is_read_once() -> None:
    found = runs("rows.jsonl")
    assert [(run.run_id, len(run.messages)) for run in found] == [("c-a", 4), ("c-b", 2)]
    assert [aside.why for aside in found[0].set_aside] == ["repeats record 1"]
    assert unaccounted(found) == []


def test_a_job_states_the_tokens_of_each_thread_and_none_of_a_request() -> None:
    lead = runs("job.json")[1]
    assert summary(lead).usage == Usage(4000, 7000, None, 800)
    assert all(request.usage is None for request in lead.requests)
    assert [run.run_id for run in walk(lead)] == ["1007 attempt 2", "th-2"]


def test_turns_that_hold_their_messages_make_one_run_of_their_thread() -> None:
    (run,) = runs("console_job.json")
    assert (run.run_id, run.outcome, run.label, run.models) == ("1008", "success", "Find a carrier", ("m-code-1",))
    assert run.attributes["content_truncated"] is True
    assert [array.path for array in run.records] == [
        "job.turns[0].trajectory.messages",
        "job.turns[1].trajectory.messages",
    ]
    assert "turn 2 holds no items" in run.notes[0]


def test_a_bare_trajectory_is_read_with_its_marks() -> None:
    run = sample("ankole/trajectory.json")
    assert run.attributes == {"redacted": True}
    calls = [block for message in run.messages for block in message.blocks if isinstance(block, ToolUse)]
    assert [(call.name, call.executed_by) for call in calls] == [
        ("orders.get_parcel", "client"),
        ("web_search", "provider"),
    ]


def test_a_conversation_cut_in_its_artifacts_keeps_its_rows() -> None:
    whole = (SAMPLES / "ankole/conversation.json").read_bytes()
    chosen, view = choose(decode(whole[:-900], "cut"))
    found = tuple(chosen.read(view))
    assert chosen is FORMAT
    assert len(found[0].messages) >= 11
    assert unaccounted(found) == []
