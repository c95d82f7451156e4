"""Our own format reads back what it writes: every sample of every format, without its derived parts."""

import json
from pathlib import Path
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, sample

from viewer import load
from viewer.errors import RunFileError
from viewer.formats import canonical
from viewer.json_lines import json_line
from viewer.model.run import Run
from viewer.model.source import Source
from viewer.show import show

NOT_KEPT = {"index", "records", "k", "problems", "set_aside", "notes"}
"""Numbers that follow from the place, and what the stored document has no record of."""


def read_back(folder: Path, *documents: dict[str, Any]) -> tuple[Run, ...]:
    path = folder / "canonical.json"
    path.write_bytes(b"".join(map(json_line, documents)))
    (source,) = load.sources([path])
    return load.runs(source)


def kept(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: kept(part) for key, part in value.items() if key not in NOT_KEPT}
    return [kept(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("source", list(load.sources([SAMPLES])), ids=lambda source: source.name)
def test_a_run_of_any_format_is_the_same_after_it_was_written_and_read(source: Source, tmp_path: Path) -> None:
    for run in load.runs(source):
        document = json.loads(json_line(canonical.document(run)))
        (again,) = read_back(tmp_path, document)
        assert kept(json.loads(json_line(canonical.document(again)))) == kept({**document, "run_id": again.run_id})
        assert unaccounted((again,)) == []


def test_what_show_prints_is_a_run_file(tmp_path: Path) -> None:
    run = sample("refund/refund.json")
    printed = json.loads(json_line(show(run)))
    (again,) = read_back(tmp_path, printed)
    derived = json.loads(json_line(show(again)))
    assert again.run_id == "refund-4471"
    assert [message["hash"] for message in derived["messages"]] == [message["hash"] for message in printed["messages"]]
    assert derived["run_hash"] == printed["run_hash"]
    assert derived["findings"] == printed["findings"]


def test_several_documents_one_a_line_are_several_runs(tmp_path: Path) -> None:
    one, other = (canonical.document(sample(f"refund/{name}.json")) for name in ("refund", "policy_lookup_fails"))
    runs = read_back(tmp_path, one, other)
    assert [run.run_id for run in runs] == ["refund-4471", "refund-4471-policy-fails"]
    assert [run.records[0].path for run in runs] == ["[0].messages", "[1].messages"]
    assert unaccounted(runs) == []


def test_a_bad_line_among_documents_is_a_run_of_one_problem(tmp_path: Path) -> None:
    line = json_line(canonical.document(sample("refund/refund.json")))
    (tmp_path / "runs.jsonl").write_bytes(line + b"{oops\n" + line)
    (source,) = load.sources([tmp_path])
    runs = load.runs(source)
    assert [(run.run_id, len(run.problems)) for run in runs] == [("refund-4471~1", 0), ("2", 1), ("refund-4471~2", 0)]


def written(tmp_path: Path, **fields: Any) -> Run:
    document = {"format": "trajectory-viewer", "version": 1, "messages": [], **fields}
    (run,) = read_back(tmp_path, document)
    return run


def message(**fields: Any) -> dict[str, Any]:
    return {"role": "user", "producers": [{"who": "caller"}], "blocks": [{"type": "text", "text": "a"}], **fields}


@pytest.mark.parametrize(
    "bad",
    [
        message(role="tool"),
        message(producers=[{"who": "nobody"}]),
        message(blocks=[{"type": "hologram"}]),
        message(blocks=[{"type": "text", "text": 5}]),
        message(producers=[{"who": "model"}], seconds="long"),
        message(producers=[{"who": "model"}], stop_reason="because"),
        message(producers=[{"who": "model"}], usage={"input_tokens": "many"}),
        "words",
        None,
    ],
)
def test_a_message_that_is_not_as_this_format_writes_it_is_a_problem(tmp_path: Path, bad: Any) -> None:
    run = written(tmp_path, messages=[message(), bad, message()])
    assert len(run.messages) == 2
    assert [problem.record for problem in run.problems] == [2]


@pytest.mark.parametrize(
    "fields", [{"version": 2}, {"version": None}, {"outcome": "great"}, {"ending": {"kind": "x"}}, {"messages": 5}]
)
def test_a_document_that_this_program_does_not_know_is_refused(tmp_path: Path, fields: dict[str, Any]) -> None:
    with pytest.raises(RunFileError, match="is damaged as Trajectory Viewer"):
        written(tmp_path, **fields)


def test_request_fields_and_their_changes_are_read_back(tmp_path: Path) -> None:
    stored = {
        "system": {"status": "recorded", "text": "be kind"},
        "tools": {"status": "recorded", "value": [{"name": "f"}]},
    }
    change = {"first_message": 1, "system": {"status": "recorded", "text": "be brief"}}
    run = written(tmp_path, messages=[message(), message()], request_fields=stored, request_fields_changes=[change])
    assert [(fields.first_message, fields.system.value) for fields in run.request_fields] == [
        (0, "be kind"),
        (1, "be brief"),
    ]
    assert run.request_fields[1].tools.value == [{"name": "f"}]
    assert run.request_fields[0].parameters.status == "not_stored"


def test_branches_are_read_back_with_their_records(tmp_path: Path) -> None:
    reply = message(role="assistant", producers=[{"who": "model", "k": 1}])
    branch = {"at": 0, "why": "it was edited", "messages": [reply, message(), reply]}
    run = written(tmp_path, messages=[message(), reply], branches=[branch])
    (left,) = run.branches
    assert [message.index for message in left.messages] == [1, 2, 3]
    assert [message.records for message in left.messages] == [(3,), (4,), (5,)]
    assert [request.k for request in left.requests] == [1, 2]
    assert unaccounted((run,)) == []
