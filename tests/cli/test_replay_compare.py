"""`replay compare` on the command line."""

import json
from pathlib import Path

import pytest
from bundles import refund_bundle
from click.testing import CliRunner, Result
from conftest import SAMPLES
from replayed import POLICY, asking, refunding, results_of, saying

from viewer import load
from viewer.cli import main
from viewer.cli.replay_send import results_path
from viewer.json_lines import json_line
from viewer.replay.bundle import bundle_json


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    path = tmp_path / "b.json"
    made = refund_bundle()
    path.write_bytes(bundle_json(made))
    results = results_of(
        made, saying("swapped", 1, "no"), asking("swapped", 2, POLICY), refunding("control", 1), refunding("control", 2)
    )
    lines = [json_line(one.model_dump(mode="json")) for one in (results.head, *results.samples)]
    results_path(path).write_bytes(b"".join(lines))
    return path


def _compare(bundle: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["replay", "compare", str(bundle), *more])


def test_the_sentence_comes_first_and_every_sample_has_a_line(bundle: Path) -> None:
    done = _compare(bundle, "--asked-for", "issue_refund", "--without", "lookup_policy")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "0 of 2 swapped and 2 of 2 unswapped samples asked for issue_refund without lookup_policy"
    assert "Wilson" in lines[1]
    assert lines[2] == "the original did"
    assert "the control reproduces the original: 2 of 2" in lines[3]
    assert "original: issue_refund → words" in lines
    assert any(line.startswith("swapped 2: lookup_policy; needs live tool (lookup_policy);") for line in lines)
    assert any(line.startswith("unswapped 1: issue_refund → words; ended; 0 of 2 steps differ") for line in lines)


def test_json_is_one_object_with_stable_keys(bundle: Path) -> None:
    (line,) = _compare(bundle, "--json").stdout.splitlines()
    made = json.loads(line)
    assert (made["swapped"]["n"], made["control"]["same_tools"]["count"]) == (2, 2)
    assert made["question"]["chosen"].startswith("the largest of")
    assert {"count", "n", "share", "low", "high"} == set(made["question"]["swapped"])
    assert [one["stop"] for one in made["samples"]] == ["ended", "needs_live_tool", "ended", "ended"]
    assert made["samples"][2]["changes"] == ["same", "same"]
    assert made["samples"][1]["live_calls"] == [{"tool": "lookup_policy", "arguments": POLICY[2]}]


def test_replayed_runs_can_be_written_and_opened(bundle: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    assert _compare(bundle, "--runs", str(out)).exit_code == 0
    assert len(load.runs(next(load.sources([out])))) == 4


def test_what_cannot_be_compared_exits_with_2(bundle: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(bundle_json(refund_bundle("another text")))
    assert "samples of another bundle" in _compare(other, "--results", str(results_path(bundle))).stderr
    assert "holds no samples yet" in _compare(other).stderr
    assert "is no bundle" in _compare(SAMPLES / "refund/refund.json").stderr
    touched = refund_bundle().model_copy(update={"continuation": []})
    other.write_bytes(bundle_json(touched))
    assert "does not pass its check" in _compare(other, "--results", str(results_path(bundle))).stderr
    without = _compare(bundle, "--without", "x")
    assert (without.exit_code, "--without needs --asked-for" in without.stderr) == (2, True)
