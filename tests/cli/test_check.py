"""`check` from the command line: words, JSON, files for CI, and exit codes."""

import json
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner, Result
from conftest import SAMPLES

from viewer.cli.group import main

POLICY = SAMPLES / "refund/policy.toml"


def check(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, words)])


def test_a_run_that_keeps_everything_is_exit_0() -> None:
    done = check(SAMPLES / "refund/refund.json", "--policy", POLICY)
    assert done.exit_code == 0
    assert done.output.endswith("1 run checked, 0 with violations (0 in all)\n")


def test_a_folder_without_a_run_is_no_clean_check(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert done.exit_code == 2
    assert "no run was found" in done.output


def test_a_broken_invariant_is_exit_1_with_its_position(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text("limits: {max_calls: 3}\n")
    done = check(SAMPLES / "refund/refund.json", "--policy", policy, "--json")
    assert done.exit_code == 1
    run, whole = map(json.loads, done.output.splitlines())
    (found,) = [one for one in run["findings"] if one["code"] == "too_many_calls"]
    assert found["text"] == "4 tool calls, 3 are allowed"
    assert found["positions"][0]["message_index"] == 5
    assert whole["clean"] is False


def test_what_cannot_be_read_is_exit_2_and_hides_no_other_run(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    done = check(SAMPLES / "refund/refund.json", broken, "--jobs", "2")
    assert done.exit_code == 2
    assert "unreadable" in done.output
    assert "1 run checked" in done.output


def test_one_run_of_a_file_can_be_named(tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    asked = [
        {"messages": [{"role": "user", "content": f"go {n}"}, {"role": "assistant", "content": "done"}]}
        for n in range(3)
    ]
    runs.write_text("\n".join(map(json.dumps, asked)))
    assert check(f"{runs}#2").output.endswith("1 run checked, 0 with violations (0 in all)\n")


def test_reports_for_ci_are_written(tmp_path: Path) -> None:
    junit, sarif = tmp_path / "j.xml", tmp_path / "s.json"
    check(SAMPLES / "refund", "--junit", junit, "--sarif", sarif)
    assert ElementTree.parse(junit).getroot().tag == "testsuites"
    assert json.loads(sarif.read_bytes())["version"] == "2.1.0"


def test_a_policy_error_is_exit_2_with_its_line(tmp_path: Path) -> None:
    policy = tmp_path / "p.toml"
    policy.write_text("[limits]\nmax_cals = 3\n")
    done = check(SAMPLES / "refund/refund.json", "--policy", policy)
    assert done.exit_code == 2
    assert "p.toml:2" in done.output
