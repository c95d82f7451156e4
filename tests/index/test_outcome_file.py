"""Outcomes from outside, in the shapes that people have them."""

import json
from pathlib import Path

import pytest

from viewer.errors import RunFileError
from viewer.index.outcome_file import GivenOutcomes, read_outcomes


def read(tmp_path: Path, text: str, by: str | None = None) -> GivenOutcomes:
    path = tmp_path / "outcomes"
    path.write_text(text, encoding="utf-8")
    return read_outcomes(path, by)


@pytest.mark.parametrize(
    ("text", "by", "outcomes"),
    [
        ("run_id,outcome\na,success\nb,failure\nc,\n", "run", {"a": "success", "b": "failure", "c": "unknown"}),
        ("\ufefftask,reward\n1,1.0\n2,0.5\n", "task", {"1": "success", "2": "failure"}),
        ('{"instance_id": "x", "resolved": true}\n\n{"instance_id": "y", "resolved": false}\n', "task",
         {"x": "success", "y": "failure"}),
        ('[{"run": "a", "passed": 1}]', "run", {"a": "success"}),
        ("ticket,verdict\nT-1,pass\n", "ticket", {"T-1": "success"}),
        ('{"resolved_ids": ["x"], "unresolved_ids": ["y"], "error_ids": ["z"], "schema_version": 2}', "task",
         {"x": "success", "y": "failure", "z": "failure"}),
        ('{"resolved": ["x"], "submitted_ids": ["x", "y"]}', "task", {"x": "success", "y": "failure"}),
        ('{"x": {"resolved": true}, "y": {"resolved": false}}', "task", {"x": "success", "y": "failure"}),
    ],
)  # fmt: skip
def test_each_shape_is_read(tmp_path: Path, text: str, by: str, outcomes: dict[str, str]) -> None:
    assert read(tmp_path, text) == GivenOutcomes(by, outcomes)


def test_the_column_that_names_runs_may_be_chosen(tmp_path: Path) -> None:
    text = "run_id,trace,outcome\na,t1,success\n"
    assert read(tmp_path, text, "trace") == GivenOutcomes("trace", {"t1": "success"})


def test_a_name_with_two_outcomes_counts_for_none(tmp_path: Path) -> None:
    found = read(tmp_path, "run,outcome\na,success\na,failure\nb,success\nb,success\n")
    assert (found.outcomes, found.twice) == ({"b": "success"}, ("a",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("run,outcome\na,splendid\n", ":2: 'splendid' is no outcome"),
        ("run,colour\na,red\n", "names no run or no outcome"),
        ('{"run": "a", "outcome": "success"}\n[1]\n', ":2: is no JSON object"),
        ('{"run": "a"}\n{', ":2: is no JSON"),
        ("[1, 2]", "holds more than objects"),
        ("", "it has none"),
    ],
)
def test_what_cannot_be_read_is_a_sentence_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RunFileError, match=said):
        read(tmp_path, text)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="cannot be read"):
        read_outcomes(tmp_path / "none")


def test_numbers_are_named_as_json_writes_them(tmp_path: Path) -> None:
    assert read(tmp_path, json.dumps([{"task": 7, "outcome": "success"}])).outcomes == {"7": "success"}
