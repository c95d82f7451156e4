"""Token counts of Langfuse observations."""

from typing import Any

import pytest

from viewer.formats.langfuse_usage import usage
from viewer.model.usage import Usage


def of(**details: int) -> Usage | None:
    return usage({"usageDetails": details})


def test_counts_beside_the_input_and_output_are_told_by_the_total() -> None:
    details = {"input": 30, "input_cached_tokens": 60, "output": 12, "output_reasoning": 8, "total": 110}
    assert usage({"usageDetails": details}) == Usage(30, 60, None, 20)


def test_counts_inside_the_input_and_output_are_told_by_the_total() -> None:
    details = {"input": 260, "prompt_details.cache_read": 150, "output": 40, "completion_details.reasoning": 10}
    assert usage({"usageDetails": {**details, "total": 300}}) == Usage(110, 150, None, 40)


def test_a_total_beats_the_names() -> None:
    assert of(input=100, input_cache_read=80, output=5, total=105) == Usage(20, 80, None, 5)
    details = {"input": 100, "prompt_details.cache_read": 80, "output": 5, "total": 185}
    assert usage({"usageDetails": details}) == Usage(100, 80, None, 5)


def test_one_side_may_hold_its_parts_and_the_other_not() -> None:
    assert of(input=100, input_cache_read=80, output=5, output_reasoning=3, total=108) == Usage(20, 80, None, 8)


def test_without_a_total_dotted_names_are_parts_and_others_stand_beside() -> None:
    details = {"input": 90, "prompt_details.cache_read": 50, "prompt_details.cache_write": 10, "output": 4}
    assert usage({"usageDetails": details}) == Usage(30, 50, 10, 4)
    assert of(input=5, cache_read_input_tokens=128955, cache_creation_input_tokens=1253, output=9) == Usage(
        5, 128955, 1253, 9
    )


def test_audio_beside_the_input_is_input() -> None:
    assert of(input=10, input_audio=7, output=2, output_audio=3, total=22) == Usage(17, None, None, 5)


@pytest.mark.parametrize(
    ("observation", "expected"),
    [
        ({"usageDetails": {}, "promptTokens": 8, "completionTokens": 3}, Usage(8, None, None, 3)),
        ({"usage": {"input": 8, "output": 3, "unit": "TOKENS"}}, Usage(8, None, None, 3)),
        ({"usage": {"promptTokens": 8, "completionTokens": 3}}, Usage(8, None, None, 3)),
        ({"usage": {"input": 8, "output": 3, "unit": "CHARACTERS"}}, None),
        ({"usageDetails": {"input": 0, "output": 0, "total": 0}}, None),
        ({"promptTokens": 0, "completionTokens": 0}, None),
        ({}, None),
    ],
)
def test_older_fields_are_read_and_zeros_are_not_recorded(observation: dict[str, Any], expected: Usage | None) -> None:
    assert usage(observation) == expected


@pytest.mark.parametrize("value", [{"input": "many"}, {"input": 10**101}, {"input": [1]}])
def test_what_is_no_count_raises(value: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        usage({"usageDetails": value})
