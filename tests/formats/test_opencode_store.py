"""OpenCode's store of newer versions."""

from conftest import SAMPLES

from viewer import load
from viewer.model.block import ToolResult


def test_a_session_that_a_call_started_stands_inside_the_run_of_the_call() -> None:
    (run,) = load.runs(next(load.sources([SAMPLES / "opencode/opencode.db"])))
    (sub,) = run.sub_runs
    assert (run.run_id, sub.run_id) == ("ses_1", "ses_2")
    assert sub.parent is not None and (sub.parent.message_index, sub.parent.tool_use_id) == (1, "call_1")
    (result,) = run.messages[2].blocks
    assert isinstance(result, ToolResult) and result.content == "2 uses"


def test_totals_of_the_session_are_stated_unless_all_are_zero() -> None:
    (run,) = load.runs(next(load.sources([SAMPLES / "opencode/opencode.db"])))
    (stated,) = run.stated
    assert stated.usage is not None and (stated.usage.input_tokens, stated.cost) == (900, 0.004)
    assert run.sub_runs[0].stated == ()


def test_the_rows_of_a_session_are_records_in_a_row() -> None:
    (run,) = load.runs(next(load.sources([SAMPLES / "opencode/opencode.db"])))
    assert [(array.first, array.count) for array in (*run.records, *run.sub_runs[0].records)] == [(1, 7), (8, 5)]
