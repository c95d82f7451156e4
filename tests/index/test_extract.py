"""Extract: a source becomes rows of three tables, or one row that says why not."""

import json
import pickle
from pathlib import Path

import pyarrow as pa
from conftest import SAMPLES

from viewer import load
from viewer.index.extract import Extracted, extract, extract_all, moment, source_id, unreadable
from viewer.index.tables import SCHEMAS
from viewer.index.task_bucket import task_bucket
from viewer.model.source import Part, Source


def _one(path: Path) -> Source:
    (source,) = load.sources([path])
    return source


def _run_file(path: Path, **fields: object) -> Source:
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "text", "text": "ho"}]}]
    path.write_text(json.dumps({"messages": messages, **fields}), encoding="utf-8")
    return _one(path)


def test_a_run_has_a_row_and_its_requests_and_calls_have_theirs() -> None:
    made = extract(_one(SAMPLES / "refund/refund.json"))
    (run,) = made.runs.to_pylist()
    assert (run["run_id"], run["label"], run["model_requests"], run["reason"]) == ("refund-4471", "refund", 4, None)
    assert run["task_bucket"] == task_bucket(run["task"])
    assert (run["request_rows"], run["call_rows"]) == (4, 4) == (made.requests.num_rows, made.calls.num_rows)
    assert made.requests.column("k").to_pylist() == [1, 2, 3, 4]
    assert made.requests.column("k_in_turn").to_pylist() == [1, 2, 3, 4]
    assert set(made.calls.column("key").to_pylist()) == {run["key"]}


def test_run_rows_join_the_tables_over_all_samples() -> None:
    made = extract_all(list(load.sources([SAMPLES])))
    runs = made.runs.to_pylist()
    assert [run["run_row"] for run in runs] == list(range(len(runs)))
    for table, count in ((made.requests, "request_rows"), (made.calls, "call_rows")):
        held = table.column("run_row").to_pylist()
        assert [held.count(run["run_row"]) for run in runs] == [run[count] or 0 for run in runs]
    assert all(run["request_rows"] == run["model_requests"] for run in runs)


def test_the_same_source_gives_the_same_rows() -> None:
    source = _one(SAMPLES / "refund/refund.json")
    first, second = extract(source), extract(source)
    assert (first.runs, first.requests, first.calls) == (second.runs, second.requests, second.calls)


def test_an_unreadable_source_is_a_row_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    good = _run_file(tmp_path / "good.json")
    made = extract_all([_one(tmp_path / "bad.json"), good])
    bad, run = made.runs.to_pylist()
    assert bad["reason"]
    assert (bad["source"], bad["run_id"], bad["version"]) == ("bad.json", None, _one(tmp_path / "bad.json").version)
    assert run["reason"] is None
    assert set(made.requests.column("run_row").to_pylist()) == {1}


def test_a_source_that_no_process_could_read_is_such_a_row_too() -> None:
    made = unreadable(Source("a", (Part("/a", "1", 3),)), "the process died")
    assert made.runs.column("reason").to_pylist() == ["the process died"]
    assert made.requests.num_rows == made.calls.num_rows == 0


def test_the_number_of_a_source_is_that_of_its_place_whatever_its_version() -> None:
    one = Source("a", (Part("/a", "1", 3),))
    assert source_id(one) == source_id(Source("b", (Part("/a", "2", 9),)))
    assert source_id(one) != source_id(Source("a", (Part("/a", "1", 3, "inner"),)))


def test_times_are_read_as_utc_and_odd_ones_left_out() -> None:
    assert moment("1970-01-01T00:00:01Z") == moment("1970-01-01T00:00:01") == 1_000_000
    assert moment("1970-01-01T02:00:00+02:00") == 0
    assert moment("yesterday") is moment(None) is moment("") is None


def test_tables_have_the_published_columns() -> None:
    made = extract(_one(SAMPLES / "refund/refund.json"))
    assert isinstance(made.runs, pa.Table)
    assert made.runs.schema.field("attributes").type == pa.map_(pa.string(), pa.string())


def test_rows_pass_from_process_to_process_as_they_are() -> None:
    made = extract(next(load.sources([SAMPLES / "refund"])))
    sent = pickle.loads(pickle.dumps(made, protocol=5))
    for name in ("runs", "requests", "calls"):
        assert getattr(sent, name).equals(getattr(made, name)), name
    empty = Extracted(*(SCHEMAS[name].empty_table() for name in ("runs", "requests", "calls")))
    assert pickle.loads(pickle.dumps(empty)).calls.schema == SCHEMAS["calls"]
