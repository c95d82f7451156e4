"""Which responses are chunks of one reply."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.shapes.gemini_stream import gathered, is_response


def chunk(text: str, *, id: str | None = None, finish: str | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}}]}
    if finish:
        made["candidates"][0]["finishReason"] = finish
    return made if id is None else {**made, "responseId": id}


def numbers(*values: Any, one_stream: bool = False) -> list[tuple[int, ...]]:
    records = [Record(number, value) for number, value in enumerate(values, 1)]
    found = gathered(records, one_stream=one_stream)
    return [found.numbers.get(record.number, (record.number,)) for record in found.records]


def test_chunks_with_one_id_are_one_reply() -> None:
    assert numbers(chunk("a", id="x"), chunk("b", id="x", finish="STOP"), chunk("c", id="y")) == [(1, 2), (3,)]


def test_without_ids_a_finish_reason_ends_a_reply() -> None:
    assert numbers(chunk("a"), chunk("b", finish="STOP"), chunk("c")) == [(1, 2), (3,)]


def test_in_a_stored_stream_each_chunk_may_give_a_finish_reason() -> None:
    assert numbers(chunk("a", finish="STOP"), chunk("b", finish="STOP"), one_stream=True) == [(1, 2)]


def test_texts_join_and_calls_stay_apart() -> None:
    call = {"candidates": [{"content": {"parts": [{"functionCall": {"name": "f"}}]}}], "responseId": "x"}
    records = [
        Record(n, v) for n, v in enumerate((chunk("a", id="x"), chunk("b", id="x"), call, chunk("c", id="x")), 1)
    ]
    (record,) = gathered(records, one_stream=True).records
    assert isinstance(record, Record)
    assert record.value["candidates"][0]["content"]["parts"] == [
        {"text": "ab"},
        {"functionCall": {"name": "f"}},
        {"text": "c"},
    ]


def test_a_bad_record_between_chunks_stays_in_its_place() -> None:
    found = gathered([Record(1, chunk("a")), BadRecord(2, "unreadable"), Record(3, chunk("b"))], one_stream=True)
    assert [record.number for record in found.records] == [1, 2, 3]


def test_a_damaged_chunk_is_no_response() -> None:
    assert is_response(chunk("a"))
    assert not is_response({"candidates": [3]})
    assert not is_response({"candidates": [{"content": {"parts": 3}}]})
    assert not is_response({"contents": [], "candidates": []})
