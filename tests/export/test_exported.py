"""What all exports share."""

from viewer.export.exported import anthropic_usage, openai_usage
from viewer.model.usage import Usage


def test_a_figure_that_is_not_recorded_is_not_written() -> None:
    assert anthropic_usage(Usage(5, None, 0, None)) == {"input_tokens": 5, "cache_creation_input_tokens": 0}


def test_prompt_tokens_of_the_chat_api_include_the_cache() -> None:
    assert openai_usage(Usage(5, 128_955, 1_253, 7)) == {
        "prompt_tokens": 130_213,
        "prompt_tokens_details": {"cached_tokens": 128_955},
        "completion_tokens": 7,
    }
    assert openai_usage(Usage()) is None
