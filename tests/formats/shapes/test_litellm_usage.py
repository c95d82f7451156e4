"""LiteLLM's token counts."""

from viewer.formats.shapes.litellm_usage import usage
from viewer.model.usage import Usage


def test_cache_counts_beside_the_details_are_taken_off_the_prompt() -> None:
    raw = {"prompt_tokens": 1000, "completion_tokens": 5}
    own = {"cache_creation_input_tokens": 300, "cache_read_input_tokens": 600}
    assert usage({**raw, **own}) == Usage(100, 600, 300, 5)
    assert usage({**raw, **own, "prompt_tokens_details": {"cached_tokens": 600}}) == Usage(100, 600, 300, 5)
    assert usage({**raw, **own, "prompt_tokens_details": None}) == Usage(100, 600, 300, 5)


def test_the_details_win_where_both_are_told() -> None:
    raw = {"prompt_tokens": 1000, "completion_tokens": 5, "cache_read_input_tokens": 600}
    assert usage({**raw, "prompt_tokens_details": {"cached_tokens": 500}}) == Usage(500, 500, None, 5)


def test_without_them_the_counts_are_chat_completions() -> None:
    raw = {"prompt_tokens": 10, "completion_tokens": 5, "cache_read_input_tokens": 0}
    assert usage({**raw, "prompt_tokens_details": {"cached_tokens": 4}}) == Usage(6, 4, None, 5)
    assert usage(None) is None
