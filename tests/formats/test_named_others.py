"""Files that hold no run, by name."""

import json
from typing import Any

import pytest

from viewer.decode.decoder import decode
from viewer.errors import RunFileError
from viewer.formats.named_others import name_of_other
from viewer.formats.registry import choose

OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
QUOTA = {"error": {"code": 429, "message": "Quota", "status": "RESOURCE_EXHAUSTED"}}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (OVERLOADED, "is an error that Anthropic's API answered with (overloaded_error: Overloaded)"),
        (QUOTA, "is an error that a Google API answered with (RESOURCE_EXHAUSTED: Quota)"),
        ({"error": {"message": "bad key", "type": "invalid_request_error"}}, "an API of OpenAI's kind"),
        ({"error": {"message": "bad key"}}, "is an error that an API answered with (bad key)"),
        ({"object": "text_completion", "choices": [{"text": "there"}]}, "legacy Completions API"),
        ([{"object": "text_completion", "choices": [{"text": "there"}]}], "legacy Completions API"),
        ({"type": "completion", "completion": "hi"}, "legacy Text Completions API"),
        ({"prompt": "Human: hi", "max_tokens_to_sample": 3}, "a request to Anthropic's legacy"),
        ({"object": "list", "data": [{"object": "embedding", "embedding": [1]}]}, "embeddings API"),
        ({"raw": "done", "tasks_output": [{"raw": "done"}], "token_usage": {}}, "output of a CrewAI crew"),
    ],
)
def test_what_holds_no_messages_is_named(value: Any, words: str) -> None:
    with pytest.raises(RunFileError) as raised:
        choose(decode(json.dumps(value).encode(), "x.json"))
    assert words in str(raised.value)


def test_lines_are_told_by_the_first_of_them() -> None:
    decoded = decode(f"{json.dumps(OVERLOADED)}\n{json.dumps(OVERLOADED)}\n".encode(), "x.jsonl")
    assert "Anthropic's API" in (name_of_other(decoded) or "")


def test_a_long_error_is_cut() -> None:
    decoded = decode(json.dumps({"error": {"message": "x" * 5_000}}).encode(), "x.json")
    assert len(name_of_other(decoded) or "") < 300


@pytest.mark.parametrize("content", ["words", "5", "{}", "[]", '{"error": "no"}', '{"object": "list", "data": []}'])
def test_what_is_not_known_is_not_named(content: str) -> None:
    assert name_of_other(decode(content.encode(), "x")) is None
