"""Token counts under all their names, with the cache taken off the input that includes it."""

from typing import Any

import pytest

from viewer.formats.shapes.genai_usage import genai_usage, tokens, usage_of
from viewer.model.usage import Usage


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"input_tokens": 130_213, "cache_read.input_tokens": 128_955, "cache_creation.input_tokens": 1_253},
         Usage(5, 128_955, 1_253, None)),
        ({"input_tokens": 100, "cache_write.input_tokens": 10, "output_tokens": 7}, Usage(90, None, 10, 7)),
        ({"prompt_tokens": 70, "input_tokens": 70, "completion_tokens": 9, "cache_read_input_tokens": 30,
          "cache_write_input_tokens": 4}, Usage(36, 30, 4, 9)),
        ({"input_tokens": 10, "details.cache_read_tokens": 4}, Usage(6, 4, None, None)),
        ({"input_tokens": 5, "cache_read.input_tokens": 100}, Usage(5, 100, None, None)),
        ({"output_tokens": 3}, Usage(None, None, None, 3)),
        ({"total_tokens": 3}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_cache_reads_and_writes_are_taken_off_the_input(counts: dict[str, int], expected: Usage | None) -> None:
    assert genai_usage({f"gen_ai.usage.{key}": value for key, value in counts.items()}) == expected
    assert genai_usage({f"other.{key}": value for key, value in counts.items()}, "other.") == expected


def test_the_ai_sdk_has_names_of_its_own() -> None:
    assert genai_usage(
        {"ai.usage.inputTokens": 60, "ai.usage.cachedInputTokens": 20, "ai.usage.outputTokens": 8}
    ) == Usage(40, 20, None, 8)
    assert genai_usage({"ai.usage.promptTokens": 5, "ai.usage.completionTokens": 6}) == Usage(5, None, None, 6)


def test_counts_may_be_text_but_nothing_else() -> None:
    assert tokens({"a": None, "b": "12"}, "a", "b") == 12
    assert tokens({"b": 12.0}, "a", "b") == 12
    for wrong in ("twelve", [], True, 1.5):
        with pytest.raises((TypeError, ValueError)):
            tokens({"a": wrong}, "a")


def test_nothing_recorded_is_no_usage_and_never_zero() -> None:
    assert usage_of(None, None, None, None) is None
    assert usage_of(None, 5, None, None) == Usage(None, 5, None, None)
    made: Any = usage_of(0, None, None, 0)
    assert made == Usage(0, None, None, 0)
