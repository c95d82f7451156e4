"""Rows of calls: the tool, how it went, what came back and what that cost."""

from typing import Any

from conftest import SAMPLES

from viewer import load
from viewer.index.call_rows import content_bytes
from viewer.index.extract import extract


def _calls(name: str) -> list[dict[str, Any]]:
    (source,) = load.sources([SAMPLES / name])
    return extract(source).calls.to_pylist()


def test_a_call_stands_with_its_result_and_its_arguments() -> None:
    refund = next(call for call in _calls("refund/refund.json") if call["tool"] == "issue_refund")
    assert dict(refund["argument_numbers"])["amount_cents"] == 8900.0
    assert dict(refund["arguments"])["amount_cents"] == "8900"
    assert refund["result_message"] == refund["message_index"] + 1
    assert refund["result_bytes"] > 0


def test_tokens_are_recorded_growth_less_the_reply_shared_by_bytes() -> None:
    lines = _calls("refund/refund.json")
    (source,) = load.sources([SAMPLES / "refund/refund.json"])
    (run,) = load.runs(source)
    assert any(call["tokens"] is None for call in lines)  # no output tokens are recorded, so no growth is split
    assert all(request.usage is None or request.usage.output_tokens is None for request in run.requests)


def test_bytes_are_those_of_the_text() -> None:
    assert content_bytes("ab") == 2
    assert content_bytes("é") == 2
    assert content_bytes([{"type": "text", "text": "abc"}, "d"]) == 4
    assert content_bytes({"a": 1}) == len('{"a":1}')
    assert content_bytes(None) == 0
    assert content_bytes({"a": "\ud800"}) > 0
