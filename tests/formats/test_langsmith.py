"""LangSmith runs."""

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.not_in_file import not_in_file
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.decode.record_bytes import raw_records
from viewer.formats.langsmith import FORMAT
from viewer.formats.registry import matches
from viewer.model.block import Text, ToolResult
from viewer.model.run import Run
from viewer.model.usage import Usage

WINDOWS = [SAMPLES / "langsmith/window_1.json", SAMPLES / "langsmith/window_2.json"]


def opened(*paths: Path) -> list[tuple[Run, ...]]:
    return [load.runs(source) for source in load.sources(paths)]


def run_record(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "run_type": "chain", "trace_id": "t", "name": id, "start_time": "2026-01-01T00:00:00", **more}


def test_tokens_are_those_of_the_calls_without_what_the_cache_served() -> None:
    run = sample("langsmith/dump.json")
    assert [request.usage for request in run.requests] == [Usage(30, 50, 10, 14), Usage(160, None, None, 13)]
    assert run.stated[0].usage == Usage(270, None, None, 34)


def test_a_failed_tool_run_is_an_error_result() -> None:
    assert summary(sample("langsmith/dump.json")).error_results == 1


def test_an_agent_inside_a_tool_is_a_run_under_its_call() -> None:
    (sub,) = sample("langsmith/dump.json").sub_runs
    assert sub.parent is not None
    assert (sub.label, sub.parent.message_index, sub.parent.tool_use_id) == ("archivist", 1, "c1")


def test_a_prompt_stored_as_text_takes_the_messages_of_the_run_around_it() -> None:
    context = sample("langsmith/dump.json").requests[1].context
    assert context is not None
    assert (context.status, context.ranges) == ("derived", ((0, 2),))


def test_one_trace_over_two_files_is_one_run_in_whichever_order_they_are_given() -> None:
    for paths in (WINDOWS, WINDOWS[::-1]):
        ((run,),) = opened(*paths)
        counts = summary(run)
        assert (counts.model_requests, counts.tool_calls, counts.tool_results, counts.unanswered_calls) == (2, 1, 1, 0)
        assert run.ending.kind == "unknown"
        assert run.notes == ()
        assert unaccounted((run,)) == []
        assert len(run.source.parts) == 2


def test_one_window_alone_says_what_is_missing_and_that_the_files_belong_together() -> None:
    ((first,),) = opened(WINDOWS[0])
    assert first.ending.kind == "open"
    (note,) = first.notes
    assert "a parent which is not in the file" in note
    assert "give the files that hold this trace together" in note
    assert any(gap.what == "input and output tokens of the only request" for gap in not_in_file(first))


def test_packed_windows_join_as_well(tmp_path: Path) -> None:
    import gzip

    (tmp_path / "a.json.gz").write_bytes(gzip.compress(WINDOWS[0].read_bytes()))
    shutil.copy(WINDOWS[1], tmp_path / "b.json")
    ((run,),) = opened(tmp_path)
    assert summary(run).model_requests == 2


def test_a_second_window_that_is_damaged_leaves_the_first_readable(tmp_path: Path) -> None:
    shutil.copy(WINDOWS[0], tmp_path / "a.json")
    (tmp_path / "b.json").write_bytes(WINDOWS[1].read_bytes()[:-400])
    ((run,),) = opened(tmp_path)
    assert unaccounted((run,)) == []
    assert run.problems or len(run.requests) == 2


def test_raw_records_of_both_parts_are_the_bytes_of_their_files() -> None:
    (source,) = load.sources(WINDOWS)
    (run,) = load.runs(source)
    decoded = load.decode_source(source)
    ids = [json.loads(raw)["id"][-2:] for array in run.records for raw in raw_records(decoded, array)]
    assert ids == ["23", "22", "25", "24", "21", "27", "26"]


def test_lines_of_a_second_file_have_their_own_bytes(tmp_path: Path) -> None:
    lines = (SAMPLES / "langsmith/operations.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_text("".join(lines[:3]))
    (tmp_path / "b.jsonl").write_text("".join(lines[3:]))
    (source,) = load.sources([tmp_path])
    (run,) = load.runs(source)
    decoded = load.decode_source(source)
    raws = [raw.decode() + "\n" for array in run.records for raw in raw_records(decoded, array)]
    assert raws == lines


def test_both_halves_of_a_run_are_records_of_what_was_read_from_them() -> None:
    run = sample("langsmith/operations.jsonl")
    assert [message.records for message in run.messages] == [(2, 3), (2, 3), (4, 5, 6)]
    assert run.ending.kind == "open"


def test_a_call_through_anthropic_s_wrapper_is_whole() -> None:
    run = sample("langsmith/ingest.json")
    assert run.requests[0].usage == Usage(12, 70, 8, 25)
    assert run.request_fields[0].system.value == "You set clocks."
    assert run.requests[0].stop_reason == "tool_use"


def test_a_root_alone_is_a_run_out_of_the_messages_it_ended_with() -> None:
    messages = [
        {"type": "human", "content": "go"},
        {"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": {}, "id": "c"}]},
        {"type": "tool", "content": "7", "tool_call_id": "c"},
        {"type": "ai", "content": "seven"},
    ]
    (run,) = read_values(run_record("r", inputs={"messages": messages[:1]}, outputs={"messages": messages}))
    assert (len(run.messages), len(run.requests)) == (4, 2)
    assert run.messages[2].blocks == (ToolResult("c", "7"),)
    assert run.messages[3].blocks == (Text("seven"),)


def test_payloads_lists_and_lines_are_told_by_their_runs() -> None:
    one = run_record("r")
    for value in (one, [one], {"runs": [one]}, {"post": [one]}):
        claims = matches(decode(json.dumps(value).encode(), "x"))
        assert [(format.name, match.strength) for format, match, _ in claims] == [("langsmith", 3)]
    lines = json.dumps(one) + "\n" + json.dumps({"id": "r", "outputs": {}}) + "\n"
    assert matches(decode(lines.encode(), "x"))[0][0].name == "langsmith"


@pytest.mark.parametrize("value", [None, 5, "x", [], [5], {}, {"messages": 5}, {"generations": 5}, {"a": 1}, [[]]])
@pytest.mark.parametrize("kind", ["llm", "tool", "chain"])
def test_any_value_in_any_field_is_read_or_a_problem(value: Any, kind: str) -> None:
    fields = ("inputs", "outputs", "extra", "error", "start_time", "parent_run_ids", "dotted_order", "tags", "id")
    for field in fields:
        good = run_record("m", run_type="llm", inputs={"messages": [["user", "hi"]]}, outputs={"output": "ho"})
        bad = run_record("b", run_type=kind, parent_run_id="m") | {field: value}
        assert unaccounted(read_values([good, bad], format="langsmith")) == []


def test_many_runs_take_time_in_proportion_to_their_number() -> None:
    def seconds(count: int) -> float:
        runs = [
            run_record(
                f"r{at}",
                run_type=("llm", "tool", "chain")[at % 3],
                parent_run_id=f"r{at // 2}" if at else None,
                inputs={"messages": [["user", f"n{at}"]]},
                outputs={"output": "x"},
            )
            for at in range(count)
        ]
        decoded = decode(json.dumps({"runs": runs}).encode(), "x")
        start = time.thread_time()
        list(FORMAT.read(decoded))
        return time.thread_time() - start

    seconds(50)
    assert seconds(3200) < 40 * max(seconds(200), 0.002)
