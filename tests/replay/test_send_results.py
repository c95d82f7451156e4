"""The results file: what is in it survives whatever happened to the last line."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator

from viewer.errors import RunFileError
from viewer.replay.send_endpoints import CannotSend
from viewer.replay.send_results import (
    Failure,
    ResultsHead,
    Sample,
    SampleStep,
    read_results,
    results_schema,
    results_writer,
    same_head,
)

STEP = SampleStep(reply={"content": [], "n": 2**70, "half": "\ud800"}, attempts=1, seconds=0.5)


def head(**more: Any) -> ResultsHead:
    return ResultsHead(
        bundle="b", endpoint="e", base_url="https://x.example", protocol="openai_chat", model="m", set={},
        step_cap=8, server_tools=[], created_at="2026-01-01", **more,
    )  # fmt: skip


def sample(number: int, arm: Any = "swapped") -> Sample:
    return Sample(arm=arm, sample=number, stop="ended", steps=[STEP], started_at="2026")


def failure(number: int) -> Failure:
    return Failure(arm="swapped", sample=number, why="status", text="busy", steps=[], started_at="2026")


def _write(path: Path, *lines: ResultsHead | Sample | Failure) -> None:
    with results_writer(path) as writer:
        for line in lines:
            writer.add(line)


def test_what_was_added_is_read_again_by_arm_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    _write(path, head(), sample(2), sample(1, "control"), failure(3))
    _write(path, sample(1), failure(4), sample(3))
    found = read_results(path)
    assert found is not None
    assert found.head == head()
    assert [one.sample for one in found.of("swapped")] == [1, 2, 3]
    assert found.of("swapped")[0].steps == [STEP]
    assert [one.sample for one in found.open_failures()] == [4]
    assert len(found.steps()) == 4


@pytest.mark.parametrize("length", range(1, 40, 3))
def test_a_torn_last_line_is_set_aside_and_the_rest_goes_on(tmp_path: Path, length: int) -> None:
    path = tmp_path / "r.jsonl"
    _write(path, head(), sample(1))
    whole = path.read_bytes()
    torn = whole.splitlines(keepends=True)[1][:length]
    path.write_bytes(whole + torn)
    found = read_results(path)
    assert found is not None
    assert [one.sample for one in found.samples] == [1]
    with results_writer(path) as writer:
        assert writer.torn == tmp_path / "r.jsonl.torn"
        writer.add(sample(2))
    assert (tmp_path / "r.jsonl.torn").read_bytes() == torn + b"\n"
    assert path.read_bytes().startswith(whole)
    found = read_results(path)
    assert found is not None
    assert [one.sample for one in found.samples] == [1, 2]


def test_a_torn_first_line_leaves_no_results(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"format": "traj')
    assert read_results(path) is None
    _write(path, head(), sample(1))
    assert read_results(path) is not None


def test_of_two_samples_with_the_same_number_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    later = sample(1).model_copy(update={"stop": "step_cap"})
    _write(path, head(), sample(1), later)
    found = read_results(path)
    assert found is not None
    assert [one.stop for one in found.samples] == ["ended"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{}\n", "no line of replay results"),
        (b"nothing\n", "no JSON"),
        (b'{"messages": []}\n', "no line of replay results"),
    ],
)
def test_another_file_gets_a_sentence_with_its_line(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(content)
    with pytest.raises(RunFileError, match=f"r.jsonl:1: is {reason}"):
        read_results(path)


def test_a_missing_file_holds_none_and_a_folder_is_none(tmp_path: Path) -> None:
    assert read_results(tmp_path / "none.jsonl") is None
    with pytest.raises(RunFileError, match="cannot be read"):
        read_results(tmp_path)
    with pytest.raises(RunFileError, match="cannot be written"), results_writer(tmp_path):
        pass


def test_two_calls_do_not_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with results_writer(path), pytest.raises(CannotSend, match="by another call"), results_writer(path):
        pass
    with results_writer(path):
        pass


def test_samples_of_other_settings_do_not_belong_together() -> None:
    assert same_head(head(), head().model_copy(update={"created_at": "2027"})) is None
    assert same_head(head(), head().model_copy(update={"model": "n"})) == "model"
    assert same_head(head(), head().model_copy(update={"step_cap": 9})) == "step_cap"


def test_the_published_schema_is_that_of_the_program_and_holds_for_each_line(tmp_path: Path) -> None:
    published = json.loads((ROOT / "viewer/schemas/replay_results.json").read_text(encoding="utf-8"))
    assert published == results_schema()
    Draft202012Validator.check_schema(published)
    _write(tmp_path / "r.jsonl", head(), sample(1), failure(2))
    for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines():
        Draft202012Validator(published).validate(json.loads(line))
