"""Where the copy of the parent's history ends."""

from typing import Any

import pytest

from viewer.decode.document import BadRecord, Record
from viewer.formats.codex_forks import copied_until

PARENT = "019ccf00-0000-7000-8000-000000000001"
CHILD = "019cd000-0000-7000-8000-000000000002"
EARLIER_TURN, OWN_TURN = "019ccf00-9999-7000-8000-000000000003", "019cd000-0001-7000-8000-000000000004"


def lines(*pairs: tuple[float, dict[str, Any]]) -> list[Record | BadRecord]:
    made: list[Record | BadRecord] = []
    for number, (second, line) in enumerate(pairs, 1):
        stamp = f"2026-03-02T09:00:{second:06.3f}Z"
        made.append(Record(number, {"timestamp": stamp, **line}))
    return made


def header(**payload: Any) -> dict[str, Any]:
    return {"type": "session_meta", "payload": {"id": CHILD, **payload}}


def started(turn: str) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": "task_started", "turn_id": turn}}


ITEM = {"type": "response_item", "payload": {"type": "message", "role": "user", "content": "hi"}}


def test_the_copy_ends_at_the_first_pause() -> None:
    assert (
        copied_until(lines((0, header(forked_from_id=PARENT)), (0.001, ITEM), (0.9, ITEM), (3, ITEM), (3.1, ITEM))) == 3
    )


def test_the_copy_ends_where_a_turn_begins_that_is_younger_than_the_thread() -> None:
    records = lines(
        (0, header()), (0, header(id=PARENT)), (0, started(EARLIER_TURN)), (0, ITEM), (0, started(OWN_TURN)), (0, ITEM)
    )
    assert copied_until(records) == 4


def test_a_fork_that_did_nothing_yet_is_all_copy() -> None:
    assert copied_until(lines((0, header(forked_from_id=PARENT)), (0, ITEM), (0, ITEM))) == 3


def test_a_bad_record_does_not_end_the_copy() -> None:
    records = lines((0, header(forked_from_id=PARENT)), (0, ITEM), (0, ITEM), (9, ITEM))
    records[1] = BadRecord(2, "cut")
    assert copied_until(records) == 3


@pytest.mark.parametrize(
    "records",
    [
        [],
        lines((0, header()), (0, ITEM), (0, ITEM)),
        lines((0, header()), (0, header()), (0, ITEM)),
        lines((0, ITEM), (0, header(forked_from_id=PARENT)), (0, ITEM)),
        lines((0, header(forked_from_id=PARENT)), (5, ITEM)),
        [Record(1, header(forked_from_id=PARENT)), Record(2, ITEM)],
    ],
    ids=["empty", "no fork", "its own header twice", "no header first", "a pause at once", "no times"],
)
def test_nothing_is_a_copy_without_a_sign_of_it(records: list[Record | BadRecord]) -> None:
    assert copied_until(records) == 0
