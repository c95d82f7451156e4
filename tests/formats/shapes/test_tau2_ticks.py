"""Ticks of a voice run, joined into utterances."""

from typing import Any

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.shapes.tau2_ticks import add_ticks
from viewer.model.block import Text


def heard(*ticks: dict[str, Any]) -> RunBuilder:
    builder = RunBuilder(one_result_per_record=True)
    add_ticks(builder, [Record(number, tick) for number, tick in enumerate(ticks, 1)])
    return builder


def chunk(words: str | None, *ids: str, **rest: Any) -> dict[str, Any]:
    return {"content": words, "utterance_ids": list(ids) or None, **rest}


def said(builder: RunBuilder) -> list[tuple[str, str, tuple[int, ...]]]:
    return [
        (message.producers[0].who, block.text, message.records)
        for message in builder.messages
        for block in message.blocks
        if isinstance(block, Text)
    ]


def test_pieces_of_one_utterance_are_joined_across_what_the_other_side_says() -> None:
    builder = heard(
        {"agent_chunk": chunk("One ", "a")},
        {"agent_chunk": chunk("two ", "a"), "user_chunk": chunk("Stop", "u")},
        {"user_chunk": chunk(" it", "u")},
        {"agent_chunk": chunk("three", "a")},
    )
    assert said(builder) == [("model", "One two three", (1, 2, 4)), ("caller", "Stop it", (2, 3))]


def test_another_utterance_id_begins_another_message() -> None:
    builder = heard({"agent_chunk": chunk("One.", "a")}, {"agent_chunk": chunk("Two.", "b")})
    assert said(builder) == [("model", "One.", (1,)), ("model", "Two.", (2,))]
    assert len(builder.requests) == 2


def test_without_ids_a_silent_tick_ends_the_utterance() -> None:
    builder = heard(
        {"user_chunk": chunk("a")}, {"user_chunk": chunk("b")}, {"user_chunk": None}, {"user_chunk": chunk("c")}
    )
    assert said(builder) == [("caller", "ab", (1, 2)), ("caller", "c", (4,))]
    assert [(aside.record, aside.kind) for aside in builder.set_aside] == [(3, "silent tick")]


def test_calls_join_what_is_said_in_their_tick_and_results_follow() -> None:
    call = {"id": "k", "name": "look", "arguments": {}}
    builder = heard(
        {
            "agent_chunk": chunk("Let me see.", "a"),
            "agent_tool_calls": [call],
            "agent_tool_results": [{"id": "k", "content": "x", "error": False}],
        },
        {"agent_chunk": chunk("Found.", "a")},
    )
    assert [[type(block).__name__ for block in message.blocks] for message in builder.messages] == [
        ["Text", "ToolUse"],
        ["ToolResult"],
        ["Text"],
    ]


def test_sound_is_told_by_its_script_never_by_its_bytes() -> None:
    builder = heard(
        {"user_chunk": chunk("UklG", is_audio=True, audio_script_gold="Hello")},
        {"user_chunk": chunk("UklG", is_audio=True)},
    )
    assert said(builder) == [("caller", "Hello", (1,))]


def test_a_broken_tick_is_a_problem_and_leaves_nothing_half_heard() -> None:
    builder = RunBuilder()
    broken = {"agent_chunk": chunk("words", "a"), "user_chunk": {"content": 3}}
    add_ticks(builder, [Record(1, broken), BadRecord(2, "cut"), Record(3, {"agent_tool_calls": 3})])
    assert not builder.messages
    assert [problem.record for problem in builder.problems] == [1, 2, 3]


def test_what_a_voice_model_had_heard_is_unknown() -> None:
    (request,) = heard({"agent_chunk": chunk("Hi", "a")}).requests
    assert request.context is not None and request.context.status == "unknown"
