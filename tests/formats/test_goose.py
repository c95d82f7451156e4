"""Goose sessions: lines behind a head, exports."""

from typing import Any

from accounting import unaccounted
from claims import claims
from conftest import SAMPLES, read_values, sample

from viewer import load

HEAD = {"working_dir": "/", "description": "x", "message_count": 1}
ASKED = {"role": "user", "created": 1769100000, "content": [{"type": "text", "text": "go"}]}


def test_the_head_is_no_message_and_its_totals_are_stated() -> None:
    run = sample("goose/session.jsonl")
    (stated,) = run.stated
    assert [aside.kind for aside in run.set_aside] == ["session"]
    assert stated.usage is not None and (stated.usage.input_tokens, stated.usage.output_tokens) == (None, 70)
    assert stated.metrics["accumulated_input_tokens"] == 1830


def test_an_export_names_its_run_and_its_model() -> None:
    run = sample("goose/export.json")
    assert (run.run_id, run.models, run.attributes["name"]) == ("20260122_4", ("claude-sonnet-4-5",), "Chairs")


def test_a_list_that_stops_at_a_call_is_open() -> None:
    assert sample("goose/session.jsonl").ending.kind == "open"


def test_lines_without_their_head_are_read_by_their_parts() -> None:
    call = {"type": "toolRequest", "id": "a", "toolCall": {"value": {"name": "f", "arguments": {}}}}
    values: list[dict[str, Any]] = [ASKED, {"role": "assistant", "created": 1, "content": [call]}]
    assert claims(*values, lines=True)["goose"] == 3
    (run,) = read_values(*values, lines=True)
    assert (len(run.messages), unaccounted((run,))) == (2, [])


def test_damaged_totals_cost_no_run() -> None:
    (run,) = read_values({**HEAD, "total_tokens": "many", "input_tokens": 5}, ASKED, lines=True)
    assert run.stated[0].metrics == {"total_tokens": None, "input_tokens": 5}


def test_other_content_is_not_claimed() -> None:
    assert "goose" not in claims(ASKED, ASKED, lines=True)
    assert "goose" not in claims({"conversation": []})
    assert claims(HEAD, ASKED, lines=True)["goose"] == 3


def test_the_sessions_of_a_store_are_runs_and_a_damaged_message_is_a_problem_of_its_own() -> None:
    first, second = load.runs(next(load.sources([SAMPLES / "goose/sessions.db"])))
    assert [message.records for message in first.messages] == [(1,), (2,), (3,), (4,)]
    assert (first.models, first.stated[0].metrics["accumulated_input_tokens"]) == (("claude-sonnet-4-5",), 2210)
    assert [problem.record for problem in second.problems] == [6]
    assert second.problems[0].raw["content_json"] == '[{"type": "text", '
