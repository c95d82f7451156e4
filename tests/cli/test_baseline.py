"""`baseline` from the command line."""

import json
from pathlib import Path

from click.testing import CliRunner, Result
from conftest import SAMPLES

from viewer.cli.group import main

REFUND, FAILS = SAMPLES / "refund/refund.json", SAMPLES / "refund/policy_lookup_fails.json"


def baseline(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["baseline", *map(str, words)])


def accepted(folder: Path, run: Path = REFUND, *more: str) -> Result:
    told = ("--case", "refund", "--reason", "looked at it", "--as", "ada")
    return baseline("accept", run, *told, "--baseline", folder, *more)


def test_a_baseline_is_accepted_listed_and_shown(tmp_path: Path) -> None:
    assert accepted(tmp_path).exit_code == 0
    (line,) = baseline("list", "--baseline", tmp_path, "--json").output.splitlines()
    entry = json.loads(line)
    assert (entry["case"], entry["accepted_by"], entry["calls"]) == ("refund", "ada", 4)
    shown = baseline("show", "refund", "--baseline", tmp_path).output
    assert "request 1: search_orders, get_shipment, stop" in shown


def test_a_folder_without_a_baseline_says_how_the_first_is_made(tmp_path: Path) -> None:
    assert "holds no baseline yet: `baseline accept`" in baseline("list", "--baseline", tmp_path).output
    assert baseline("list", "--baseline", tmp_path, "--json").output == ""


def test_another_needs_the_one_before_to_be_named(tmp_path: Path) -> None:
    accepted(tmp_path)
    refused = accepted(tmp_path)
    assert refused.exit_code == 2
    assert "has a baseline" in refused.output
    first = json.loads(baseline("list", "--baseline", tmp_path, "--json").output)["hash"]
    assert accepted(tmp_path, REFUND, "--seen", first[:12]).exit_code == 0
    stale = accepted(tmp_path, REFUND, "--seen", first[:12])
    assert stale.exit_code == 2
    assert "no longer the one you saw" in stale.output
    assert (
        baseline("revert", "refund", first, "--reason", "too early", "--as", "bob", "--baseline", tmp_path).exit_code
        == 0
    )
    assert len(baseline("show", "refund", "--baseline", tmp_path, "--json").output.splitlines()) == 3


def test_a_run_that_breaks_an_invariant_is_refused_unless_overridden(tmp_path: Path) -> None:
    refused = accepted(tmp_path, FAILS)
    assert refused.exit_code == 2
    assert "swallowed_error" in refused.output
    assert accepted(tmp_path, FAILS, "--override").exit_code == 0


def test_a_run_beside_its_baseline_names_what_changed(tmp_path: Path) -> None:
    accepted(tmp_path)
    line = baseline("compare", FAILS, "--case", "refund", "--baseline", tmp_path, "--json").output
    found = json.loads(line)
    assert found["drift"]["names"]["edits"] > 0
    assert {step["change"] for step in found["steps"]} > {"same"}
    assert "names changed by" in baseline("compare", FAILS, "--case", "refund", "--baseline", tmp_path).output


def test_no_baseline_is_a_sentence(tmp_path: Path) -> None:
    assert "holds no baseline of refund" in baseline("show", "refund", "--baseline", tmp_path).output
    assert baseline("compare", REFUND, "--case", "x", "--baseline", tmp_path).exit_code == 2


def test_repeated_runs_give_thresholds_with_their_n(tmp_path: Path) -> None:
    accepted(tmp_path / "b")
    for number, run in enumerate((REFUND, REFUND, FAILS)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / f"{number}.json").write_bytes(run.read_bytes())
    folders = [tmp_path / str(number) for number in range(3)]
    found = json.loads(baseline("calibrate", *folders, "--baseline", tmp_path / "b", "--json").output)
    assert found["n"] == 3
    (case,) = found["cases"]
    assert case["n"] == 3
    assert case["noise_floor"] > 0
    assert any("fewer than 5" in sentence for sentence in found["warnings"])
