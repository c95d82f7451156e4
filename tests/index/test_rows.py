"""Rows: all that a list of runs shows, without a word of their messages."""

import msgspec
from conftest import SAMPLES, sample

from viewer import load
from viewer.index.rows import rows, run_row
from viewer.model.run import ParentLink


def test_a_row_holds_the_counts_and_names_of_its_run() -> None:
    run = sample("refund/refund.json")
    row = run_row(run)
    assert (row.source, row.run_id, row.parent_run_id, row.label) == ("refund.json", "refund-4471", None, "refund")
    assert (row.messages, row.model_requests, row.requests_without_usage, row.turns) == (8, 4, 1, 1)
    assert (row.tool_calls, row.tool_results, row.error_results) == (4, 4, 0)
    assert (row.input_tokens, row.output_tokens) == (7040, None)
    assert (row.uri, row.version) == (run.source.uri, run.source.version)


def test_every_run_and_sub_run_has_a_row_parents_first() -> None:
    run = sample("refund/refund.json")
    sub = msgspec.structs.replace(run, run_id="sub", parent=ParentLink("refund-4471"))
    made = rows((msgspec.structs.replace(run, sub_runs=(sub,)), run))
    assert [(row.run_id, row.parent_run_id) for row in made] == [
        ("refund-4471", None),
        ("sub", "refund-4471"),
        ("refund-4471", None),
    ]


def test_no_row_holds_a_message() -> None:
    for source in load.sources([SAMPLES / "refund", SAMPLES / "hostile"]):
        for run in load.runs(source):
            stored = str(msgspec.to_builtins(run_row(run)))
            for message in run.messages:
                for block in message.blocks:
                    text = getattr(block, "text", None)
                    assert not text or len(text) < 20 or text == run.task or text not in stored


def test_a_row_holds_what_a_cap_bounds() -> None:
    row = run_row(sample("refund/refund.json"))
    assert row.turn_steps == (4,)
    assert row.prompt_tokens == (1420, None, 2690, 2930)


def test_seconds_need_two_times_that_can_be_compared() -> None:
    run = sample("refund/refund.json")

    def seconds(start: str | None, end: str | None) -> float | None:
        return run_row(msgspec.structs.replace(run, started_at=start, ended_at=end)).seconds

    assert seconds("2026-01-01T00:00:00Z", "2026-01-01T00:01:30+00:00") == 90
    assert seconds("2026-01-01T00:00:00Z", "2026-01-01T00:01:30") is None
    assert seconds("soon", "later") is None
    assert seconds(None, "2026-01-01T00:01:30Z") is None
