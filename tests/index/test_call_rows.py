"""Rows of calls: the tool, how it went, what came back and what that cost."""

import json
from pathlib import Path
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


def test_tokens_are_recorded_growth_less_the_reply_shared_by_bytes(tmp_path: Path) -> None:
    def reply(prompt: int, output: int, *content: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": prompt, "output_tokens": output}
        return {"role": "assistant", "content": list(content), "usage": usage}

    calls = [{"type": "tool_use", "id": f"c{number}", "name": "t", "input": {}} for number in range(4)]
    results = [
        {"type": "tool_result", "tool_use_id": f"c{number}", "content": "x" * size}
        for number, size in enumerate((30, 10, 5, 5))
    ]
    messages = [
        {"role": "user", "content": "go"},
        reply(100, 20, calls[0], calls[1]),
        {"role": "user", "content": results[:2]},
        reply(160, 10, calls[2]),
        {"role": "user", "content": [results[2], {"type": "text", "text": "and be quick"}]},
        reply(200, 10, calls[3]),
        {"role": "user", "content": [results[3]]},
    ]
    (tmp_path / "run.json").write_text(json.dumps({"messages": messages}), encoding="utf-8")
    (source,) = load.sources([tmp_path])
    rows = extract(source).calls.to_pylist()
    assert [row["tokens"] for row in rows] == [30, 10, None, None], "a caller's words and an end cannot be told apart"
    assert [row["result_bytes"] for row in rows] == [30, 10, 5, 5]


def test_bytes_are_those_of_the_text() -> None:
    assert content_bytes("ab") == 2
    assert content_bytes("é") == 2
    assert content_bytes([{"type": "text", "text": "abc"}, "d"]) == 4
    assert content_bytes({"a": 1}) == len('{"a":1}')
    assert content_bytes(None) == 0
    assert content_bytes({"a": "\ud800"}) > 0
