"""Token counts of one request."""

from typing import Annotated

import msgspec

Tokens = Annotated[int, msgspec.Meta(lt=2**53)]
"""Read from a file, a larger number is no count of tokens."""


class Usage(msgspec.Struct, frozen=True, gc=False):
    """Tokens as recorded, converted by each format to one meaning. None = not recorded, never 0."""

    input_tokens: Tokens | None = None
    """Charged at the full rate: without cache reads and cache writes."""
    cache_read_input_tokens: Tokens | None = None
    cache_creation_input_tokens: Tokens | None = None
    output_tokens: Tokens | None = None
    """With thinking tokens, where the provider counts them as output."""


def prompt_tokens(usage: Usage | None) -> int | None:
    """All tokens of the prompt (full rate, cache reads, cache writes), None where no input is recorded."""
    if usage is None or usage.input_tokens is None:
        return None
    return usage.input_tokens + (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)


def _sum(values: list[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def total(usages: list[Usage]) -> Usage:
    """The sum of what is recorded, field by field; a field that no request records stays None."""
    return Usage(
        _sum([usage.input_tokens for usage in usages]),
        _sum([usage.cache_read_input_tokens for usage in usages]),
        _sum([usage.cache_creation_input_tokens for usage in usages]),
        _sum([usage.output_tokens for usage in usages]),
    )
