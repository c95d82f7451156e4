"""What JSON that no format claims is, where that is known: answers of APIs and results that hold no messages."""

from typing import Any

from viewer.decode.document import Decoded, JsonDocument, JsonRecords

_LONGEST = 200
"""Characters of a recorded error that are told."""


def name_of_other(decoded: Decoded) -> str | None:
    """In words what a file is that holds no run, told by its first value; None: it is not known."""
    if isinstance(decoded, JsonRecords):
        return _name(next(decoded.values(1), None))
    if not isinstance(decoded, JsonDocument):
        return None
    value = decoded.value
    return _name(value[0] if type(value) is list and value else value)


def _name(value: Any) -> str | None:
    if type(value) is not dict:
        return None
    error, kind = value.get("error"), value.get("object")
    if type(error) is dict and type(error.get("message")) is str:
        return f"is an error that {_owner(value, error)} answered with ({_told(error)}): it holds no messages"
    if kind == "text_completion":
        return "is an answer of OpenAI's legacy Completions API (`text_completion`): a text without messages, not read"
    if value.get("type") == "completion" and "completion" in value:
        return "is an answer of Anthropic's legacy Text Completions API: a text without messages, which is not read"
    if "max_tokens_to_sample" in value and "prompt" in value:
        return "is a request to Anthropic's legacy Text Completions API: one prompt without messages, which is not read"
    if kind == "embedding" or (kind == "list" and _holds_embeddings(value.get("data"))):
        return "is an answer of an embeddings API: it holds no messages"
    if type(value.get("tasks_output")) is list and "raw" in value:
        return "is the output of a CrewAI crew: results of its tasks, not the messages; give its traces"
    return None


def _owner(value: dict[str, Any], error: dict[str, Any]) -> str:
    if value.get("type") == "error":
        return "Anthropic's API"
    if type(error.get("status")) is str and type(error.get("code")) is int:
        return "a Google API"
    return "an API of OpenAI's kind" if "type" in error else "an API"


def _told(error: dict[str, Any]) -> str:
    kind = error.get("type", error.get("status", error.get("code")))
    words = error["message"] if kind is None else f"{kind}: {error['message']}"
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _holds_embeddings(data: Any) -> bool:
    return type(data) is list and bool(data) and type(data[0]) is dict and data[0].get("object") == "embedding"
