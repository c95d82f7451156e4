"""How a conversation ended, and what its rows say besides messages."""

from typing import Any

import pytest

from viewer.decode.document import Record
from viewer.formats.ankole_row_facts import attributes, ending, exit_status, notes, stated
from viewer.formats.ankole_tree import Place, tree
from viewer.formats.build import RunBuilder
from viewer.model.usage import Usage


def places(**row: Any) -> list[Place]:
    return [Place(Record(1, row), row)]


@pytest.mark.parametrize(
    ("row", "kind", "cut_by", "status"),
    [
        ({"status": "generating"}, "open", None, "generating"),
        ({"status": "error", "metadata": {"error": {"code": "x"}}}, "censored", "crash", "error: x"),
        ({"status": "retracted"}, "censored", "abort", "retracted"),
        (
            {"status": "complete", "metadata": {"incomplete_details": {"reason": "max_output_tokens"}}},
            "censored",
            "tokens",
            None,
        ),
        ({"status": "complete", "metadata": {"incomplete_details": {"reason": "x"}}}, "censored", None, None),
        ({"status": "complete"}, "unknown", None, None),
        ({"status": []}, "unknown", None, None),
    ],
)
def test_the_newest_row_tells_the_ending(
    row: dict[str, Any], kind: str, cut_by: str | None, status: str | None
) -> None:
    told = ending({"ended_at": "2026-01-01T00:00:00Z"}, places(**row), RunBuilder(), False)
    assert (told.kind, told.cut_by, exit_status(places(**row))) == (kind, cut_by, status)


def test_a_page_is_open_and_a_conversation_without_rows_ends_nowhere() -> None:
    assert ending({}, places(status="complete"), RunBuilder(), True).kind == "open"
    assert ending({}, [], RunBuilder(), False).kind == "unknown"


def test_the_owner_is_told_by_the_conversation_or_by_a_row() -> None:
    assert attributes({"id": "c", "ended_at": None}, places(subject_uid="u")) == {"id": "c", "subject_uid": "u"}
    assert attributes({"subject_uid": "v"}, places(subject_uid="u")) == {"subject_uid": "v"}


def test_a_compaction_states_its_own_tokens() -> None:
    used = {"input_tokens": 9, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 4}}
    made = stated([{"id": "a", "content": {"usage": used}}, {"id": "b", "content": {"usage": {"input_tokens": 0}}}, {}])
    assert [(one.scope, one.where, one.usage) for one in made] == [("step", "compaction a", Usage(5, 4, None, 2))]


def test_what_is_missing_or_was_refused_is_told() -> None:
    rows = [
        {"id": "b", "previous_message_id": "a"},
        {"id": "c", "metadata": {"provider_projection_tool_result_quarantine": {"orphan_call_ids": ["x", "y"]}}},
        {"id": "d", "previous_message_id": "d"},
    ]
    told = notes(tree([Record(number, row) for number, row in enumerate(rows, 1)]), ["z"])
    assert told[0].startswith("record 1: the row before is not in this export")
    assert "in a circle" in told[1]
    assert "results of z were written by the gateway" in told[2]
    assert told[3] == "record 2: its request left out stored calls or results (orphan_call_ids: x, y)"
