"""Token counts as LiteLLM writes them, which several harnesses call every provider through."""

from typing import Any

from viewer.formats.shapes.openai_messages import usage as chat_usage
from viewer.model.usage import Usage


def usage(raw: Any) -> Usage | None:
    """Chat Completions counts; Anthropic's own cache counts stand beside the details, at first nowhere else."""
    if type(raw) is not dict or not (raw.get("cache_creation_input_tokens") or raw.get("cache_read_input_tokens")):
        return chat_usage(raw)
    details = raw.get("prompt_tokens_details")
    named = {
        "cached_tokens": raw.get("cache_read_input_tokens"),
        "cache_creation_tokens": raw.get("cache_creation_input_tokens"),
    }
    told = {key: value for key, value in details.items() if value is not None} if type(details) is dict else {}
    return chat_usage({**raw, "prompt_tokens_details": {**named, **told}})
