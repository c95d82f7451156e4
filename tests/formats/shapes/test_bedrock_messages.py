"""Messages of Bedrock's Converse API."""

import pytest

from viewer.formats.shapes.bedrock_messages import blocks, seconds, stop_of, usage
from viewer.model.block import Image, Text, ToolResult, Unknown
from viewer.model.usage import Usage


def counts(given: int, output: int, total: int, read: int, written: int) -> dict[str, int]:
    return {
        "inputTokens": given,
        "outputTokens": output,
        "totalTokens": total,
        "cacheReadInputTokens": read,
        "cacheWriteInputTokens": written,
    }


def test_a_cache_that_the_total_holds_too_stands_beside_the_input() -> None:
    assert usage(counts(10, 5, 315, 200, 100)) == Usage(10, 200, 100, 5)


def test_a_cache_inside_the_input_is_taken_off_it() -> None:
    assert usage(counts(310, 5, 315, 200, 100)) == Usage(10, 200, 100, 5)


def test_a_cache_larger_than_the_input_stands_beside_it_whatever_the_total_says() -> None:
    assert usage(counts(10, 5, 15, 200, 100)) == Usage(10, 200, 100, 5)
    assert usage(None) is None


def test_a_result_of_one_part_is_its_text_and_of_several_the_list() -> None:
    several = [{"text": "a"}, {"text": "b"}]
    made = blocks(
        [{"toolResult": {"toolUseId": "t", "content": several}}, {"toolResult": {"content": [{"text": "c"}]}}]
    )
    assert made == (ToolResult("t", several), ToolResult(None, "c"))


def test_parts_of_other_kinds_are_kept() -> None:
    picture = {"image": {"format": "png", "source": {"bytes": "AA=="}}}
    made = blocks([picture, {"cachePoint": {"type": "default"}}, {"text": "x"}])
    assert isinstance(made[0], Image)
    assert made[1] == Unknown("without a type", {"cachePoint": {"type": "default"}})
    assert made[2] == Text("x")


def test_what_is_no_text_in_a_text_part_raises() -> None:
    with pytest.raises(TypeError):
        blocks([{"text": 5}])


def test_stop_reasons_of_guards_are_refusals() -> None:
    assert stop_of("guardrail_intervened") == "refusal"
    assert stop_of("end_turn") == "end_turn"
    assert stop_of(None) is None


def test_seconds_come_from_milliseconds_or_are_unknown() -> None:
    assert seconds({"latencyMs": 12}) == 0.012
    assert seconds(None) is None
