"""Token counts of a model call's span, under the many names that they have had."""

from typing import Any

from viewer.formats.convert import count
from viewer.model.usage import Usage

_INPUT = (
    "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "ai.usage.inputTokens", "ai.usage.promptTokens",
    "llm.usage.prompt_tokens",
)  # fmt: skip
_OUTPUT = (
    "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "ai.usage.outputTokens",
    "ai.usage.completionTokens", "llm.usage.completion_tokens",
)  # fmt: skip
_READ = (
    "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.details.cache_read_tokens", "gen_ai.usage.details.cache_read_input_tokens",
    "gen_ai.usage.details.cached_tokens", "gen_ai.usage.cached_input_tokens", "gen_ai.usage.input_tokens.cached",
    "ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens",
)  # fmt: skip
_WRITTEN = (
    "gen_ai.usage.cache_write.input_tokens", "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens", "gen_ai.usage.cache_write_input_tokens",
    "gen_ai.usage.details.cache_write_tokens", "gen_ai.usage.details.cache_creation_input_tokens",
    "ai.usage.inputTokenDetails.cacheWriteTokens",
)  # fmt: skip


def tokens(attributes: dict[str, Any], *keys: str) -> int | None:
    """The first count that is recorded; some writers make text of it."""
    for key in keys:
        value = attributes.get(key)
        if value is not None:
            return count(int(value) if type(value) is str and value.isdecimal() and len(value) < 17 else value)
    return None


def usage_of(whole: int | None, read: int | None, written: int | None, output: int | None) -> Usage | None:
    """Ours, from an input that includes what was read from and written to the cache; None: nothing is recorded."""
    if whole is None and read is None and written is None and output is None:
        return None
    inside = (read or 0) + (written or 0)
    # A writer that counts more cache than input leaves the cache out of the input.
    return Usage(whole - inside if whole is not None and inside <= whole else whole, read, written, output)


def genai_usage(attributes: dict[str, Any], prefix: str = "gen_ai.usage.") -> Usage | None:
    """Token counts of the GenAI conventions; another prefix is put in the place of theirs."""
    if prefix != "gen_ai.usage.":
        attributes = {
            "gen_ai.usage." + key[len(prefix) :]: value for key, value in attributes.items() if key.startswith(prefix)
        }
    return usage_of(
        tokens(attributes, *_INPUT),
        tokens(attributes, *_READ),
        tokens(attributes, *_WRITTEN),
        tokens(attributes, *_OUTPUT),
    )
