"""Chunks put together: by id, by index, with what gateways do differently."""

from typing import Any

import pytest

from viewer.decode.document import BadRecord, Record
from viewer.formats.shapes.openai_stream import assembled, gathered, is_chunk


def chunk(delta: dict[str, Any], reason: str | None = None, id: str = "a", **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
        **more,
    }


def message(*chunks: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = assembled(list(chunks))["choices"][0]["message"]
    return made


def call(index: int | None, id: str | None = None, name: str | None = None, arguments: str = "") -> dict[str, Any]:
    return {"tool_calls": [{"index": index, "id": id, "function": {"name": name, "arguments": arguments}}]}


def test_texts_go_on() -> None:
    made = message(chunk({"role": "assistant", "content": ""}), chunk({"content": "Hel"}), chunk({"content": "lo"}))
    assert made == {"role": "assistant", "content": "Hello"}


def test_arguments_of_parallel_calls_are_joined_by_index() -> None:
    made = message(
        chunk(call(0, "x", "f", "{")),
        chunk(call(1, "y", "g", "[")),
        chunk(call(0, arguments="}")),
        chunk(call(1, arguments="]")),
    )
    assert [(one["id"], one["function"]) for one in made["tool_calls"]] == [
        ("x", {"name": "f", "arguments": "{}"}),
        ("y", {"name": "g", "arguments": "[]"}),
    ]


def test_a_new_id_at_the_same_index_is_a_new_call() -> None:
    made = message(chunk(call(0, "x", "f", "{}")), chunk(call(0, "y", "f", "{}")))
    assert [one["id"] for one in made["tool_calls"]] == ["x", "y"]


def test_an_id_repeated_on_every_piece_is_one_call() -> None:
    made = message(chunk(call(0, "x", "f", "{")), chunk(call(0, "x", "f", "}")))
    assert [(one["id"], one["function"]["arguments"]) for one in made["tool_calls"]] == [("x", "{}")]


def test_a_call_without_an_index_goes_on_with_the_last() -> None:
    made = message(chunk(call(None, "x", "f", "{")), chunk(call(None, arguments="}")))
    assert [one["function"]["arguments"] for one in made["tool_calls"]] == ["{}"]


def test_thinking_parts_that_come_in_pieces_are_one() -> None:
    def thought(words: str) -> dict[str, Any]:
        return chunk({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": words}]}]})

    made = message(thought("Let "), thought("me see."), chunk({"content": "391"}))
    assert made["content"] == [{"type": "thinking", "thinking": "Let me see."}, {"type": "text", "text": "391"}]


@pytest.mark.parametrize(
    "last",
    [
        {"id": "a", "object": "chat.completion.chunk", "choices": [], "usage": {"prompt_tokens": 1}},
        chunk({}, usage={"prompt_tokens": 1}),
        chunk({}, x_groq={"usage": {"prompt_tokens": 1}}),
        {"id": "a", "choices": [{"delta": {}, "usage": {"prompt_tokens": 1}}]},
    ],
)
def test_the_usage_is_taken_from_where_a_gateway_puts_it(last: dict[str, Any]) -> None:
    assert assembled([chunk({"content": "x"}, "stop"), last])["usage"] == {"prompt_tokens": 1}


def grouped(*chunks: Any) -> list[tuple[int, ...]]:
    records = [Record(number, value) for number, value in enumerate(chunks, 1)]
    return list(gathered(records).numbers.values())


def test_streams_are_told_apart_by_id_even_interleaved() -> None:
    assert grouped(chunk({}, id="a"), chunk({}, id="b"), chunk({}, id="a")) == [(1, 3), (2,)]


def test_a_placeholder_joins_the_stream_that_follows_it() -> None:
    empty = {"choices": [], "created": 0, "id": "", "model": "", "object": ""}
    assert grouped(empty, chunk({"content": "x"}), chunk({}, "stop")) == [(1, 2, 3)]


def test_without_ids_a_role_after_an_end_starts_a_new_reply() -> None:
    first, end = chunk({"role": "assistant", "content": "x"}, id=""), chunk({}, "stop", id="")
    assert grouped(first, end, first, end) == [(1, 2), (3, 4)]


def test_a_last_chunk_that_names_the_role_again_and_brings_the_usage_starts_nothing() -> None:
    last = chunk({"role": "assistant", "content": ""}, usage={"prompt_tokens": 1})
    assert grouped(chunk({"role": "assistant", "content": "x"}), chunk({}, "stop"), last) == [(1, 2, 3)]


def test_other_records_keep_their_place() -> None:
    bad = BadRecord(2, "cut")
    made = gathered(
        [Record(1, chunk({"content": "x"})), bad, Record(3, {"messages": []}), Record(4, chunk({}, "stop"))]
    )
    assert [record.number for record in made.records] == [1, 2, 3]
    assert made.numbers == {1: (1, 4)} and made.broken_off == frozenset()


def test_a_stream_without_an_end_is_named() -> None:
    assert gathered([Record(1, chunk({"content": "x"}))]).broken_off == frozenset({1})


@pytest.mark.parametrize(
    "value",
    [
        5,
        {"choices": 5},
        {"choices": []},
        {"choices": [{"message": {}}]},
        {"object": "chat.completion.chunk", "choices": [5]},
        chunk({"content": 5}),
        chunk({"reasoning_content": []}),
        chunk({"tool_calls": [5]}),
        chunk({"tool_calls": [{"function": {"name": 5}}]}),
    ],
)
def test_what_is_no_whole_chunk_is_none(value: Any) -> None:
    assert not is_chunk(value)
