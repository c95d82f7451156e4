"""Vercel AI SDK messages and streams."""

from typing import Any

from accounting import unaccounted
from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import matches


def test_messages_of_the_ui_and_of_models_and_chunks_are_claimed() -> None:
    for name in ("ui_messages.json", "model_messages.json", "stream.txt", "chunks.json"):
        assert sample(f"ai_sdk/{name}").format == "ai_sdk"


def test_parts_of_another_vendor_are_not_claimed() -> None:
    other = b'[{"role": "user", "parts": [{"text": "x"}]}, {"role": "user", "parts": [{"type": "other"}]}]'
    assert "ai_sdk" not in [format.name for format, _, _ in matches(decode(other, "x"))]


def test_a_chat_names_its_run() -> None:
    run = sample("ai_sdk/model_messages.json")
    assert run.run_id == "chat-4"
    assert run.request_fields[0].system.value == "You fire clay."
    assert summary(run).error_results == 1


def test_lines_of_messages_are_one_run() -> None:
    user = {"role": "user", "parts": [{"type": "text", "text": "go"}]}
    (run,) = read_values(user, {"role": "assistant", "parts": [{"type": "step-start"}]}, lines=True)
    assert [aside.kind for aside in run.set_aside] == ["empty message"]
    assert unaccounted((run,)) == []


def test_a_message_of_an_unknown_role_is_a_problem() -> None:
    part: dict[str, Any] = {"type": "text", "text": "go"}
    (run,) = read_values([{"role": "user", "parts": [part]}, {"role": "narrator", "parts": [part]}])
    assert [problem.record for problem in run.problems] == [2]
