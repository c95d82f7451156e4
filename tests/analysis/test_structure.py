"""Trajectory, turns, steps, messages (T18)."""

import json
from pathlib import Path

from conftest import sample

from viewer import load
from viewer.analysis.structure import turns


def test_the_refund_run_is_one_turn_of_four_steps() -> None:
    (turn,) = turns(sample("refund/refund.json"))
    assert (turn.first_message, turn.last_message, turn.tool_calls) == (0, 7, 4)
    assert [(step.k, step.message_index, step.results, step.tool_calls) for step in turn.steps] == [
        (1, 1, (2,), 2),
        (2, 3, (4,), 1),
        (3, 5, (6,), 1),
        (4, 7, (), 0),
    ]
    assert (turn.usage.input_tokens, turn.requests_without_usage) == (7040, 1)


def test_a_caller_who_goes_on_after_an_answer_starts_a_new_turn(tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": [{"type": "text", "text": "hi"}]},
        {"role": "user", "content": "and one thing"},
        {"role": "user", "content": "more"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "t", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x", "is_error": True}]},
        {"role": "assistant", "content": [{"type": "text", "text": "done"}]},
    ]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(messages), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    first, second = turns(run)
    assert (first.first_message, first.last_message) == (0, 1)
    assert (second.first_message, second.last_message, second.error_results) == (2, 6, 1)
    assert [step.k for step in second.steps] == [2, 3]
