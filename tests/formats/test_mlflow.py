"""MLflow traces."""

import json
from typing import Any

from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.registry import matches
from viewer.model.block import ToolResult
from viewer.model.run import Run
from viewer.model.usage import Usage


def lines() -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "mlflow/lines.jsonl"])))


def span(id: str = "a", kind: str = "CHAT_MODEL", **more: Any) -> dict[str, Any]:
    attributes = {
        "mlflow.spanType": json.dumps(kind),
        "mlflow.spanInputs": '{"messages": [{"role": "user", "content": "go"}]}',
    }
    return {"span_id": id, "trace_id": "t", "name": "x", "start_time_unix_nano": 1, "attributes": attributes, **more}


def test_the_providers_own_counts_come_before_those_of_mlflow() -> None:
    run = sample("mlflow/trace.json")
    assert [request.usage for request in run.requests] == [Usage(20, 100, None, 18), Usage(20, 160, None, 15)]
    assert run.stated[-1].usage == Usage(300, None, None, 33)


def test_a_failed_tool_is_an_error_though_the_trace_is_well() -> None:
    run = sample("mlflow/trace.json")
    assert run.messages[2].blocks[1] == ToolResult("call_2", "no record", True, "swarm_date")
    assert summary(run).error_results == 1
    assert run.ending.kind == "unknown"


def test_what_the_trace_tells_stands_on_the_run() -> None:
    run = sample("mlflow/trace.json")
    assert run.run_id == "tr-0af7651916cd43dd8448eb211c80319c"
    assert (run.attributes["session"], run.attributes["season"], run.label) == ("apiary-7", "spring", "answer")
    assert run.stated[-1].metrics == {"correct": True}
    assert len(run.request_fields[0].tools.value) == 1


def test_a_trace_that_goes_on_is_open() -> None:
    first, second = lines()
    assert first.ending.kind == "open"
    assert second.ending.kind == "unknown"
    assert second.messages[1].blocks[0].text == "Maud"  # type: ignore[union-attr]  # a text by construction


def test_tools_of_langchain_tell_their_call_and_status() -> None:
    assert lines()[0].messages[2].blocks == (ToolResult("call_3", "melted", False, "melt"),)


def test_spans_alone_are_read_as_a_list_or_under_their_key() -> None:
    for value in ([span()], {"spans": [span()]}):
        (run,) = read_values(value)
        assert run.format == "mlflow"
        assert len(run.messages) == 2


def test_an_entry_that_is_no_span_is_a_problem() -> None:
    (run,) = read_values({"info": {}, "data": {"spans": [span(), 5]}})
    assert [problem.record for problem in run.problems] == [2]
    assert unaccounted((run,)) == []


def test_info_beside_other_data_is_not_claimed() -> None:
    found = matches(decode(b'{"info": {}, "data": {"spans": 5}}', "x"))
    assert "mlflow" not in [format.name for format, _, _ in found]


def test_a_trace_as_the_server_answers_with_it_stands_in_trace() -> None:
    info = {"trace_id": "tr-9", "tags": {"mlflow.traceName": "ask"}}
    (run,) = runs = read_values({"trace": {"info": info, "data": {"spans": [span()]}}})
    assert (run.format, run.label, run.records[0].path) == ("mlflow", "ask", "trace.data.spans")
    assert unaccounted(runs) == []
