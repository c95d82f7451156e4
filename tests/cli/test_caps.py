"""`caps` on the sample distribution, on outcomes from outside, and on an index."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT, SAMPLES
from deltalake import write_deltalake
from jsonschema import Draft202012Validator

from viewer import load
from viewer.cli import caps as caps_command
from viewer.cli.group import main
from viewer.index.extract import extract, extract_all
from viewer.index.tables import TABLES, description

DISTRIBUTION = SAMPLES / "distribution"
SCHEMA = Draft202012Validator(json.loads((ROOT / "viewer" / "schemas" / "caps.json").read_text(encoding="utf-8")))


def caps(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["caps", *map(str, words)])


def objects(*words: str | Path) -> list[dict[str, Any]]:
    made = caps(*words, "--json")
    assert made.exit_code == 0, made.output
    found = [json.loads(line) for line in made.stdout.splitlines()]
    for one in found:
        SCHEMA.validate(one)
    return found


def test_one_object_a_label_with_a_row_for_every_cap() -> None:
    found = {one["group"]: one for one in objects(DISTRIBUTION, "--by", "label")}
    assert set(found) == {"order status", "refund", "wrong account"}
    for one in found.values():
        assert [row["cap"] for row in one["caps"]] == list(range(1, len(one["caps"]) + 1))
        assert one["caps"][-1]["runs_cut"] == 0
        assert one["n"] == 20


def test_without_a_field_there_is_one_group() -> None:
    (found,) = objects(DISTRIBUTION, "--unit", "run", "--loss", "0.05")
    assert (found["group"], found["unit"], found["n"]) == ("all", "run", 60)
    assert found["recommended"]["loss"] == 0.05


def test_an_index_says_the_same_as_its_files(tmp_path: Path) -> None:
    rows = [extract(source) for source in load.sources([DISTRIBUTION])]
    for name in TABLES:
        for one in rows:
            write_deltalake(str(tmp_path / name), getattr(one, name), mode="append", description=description(name))
    from_files, from_index = objects(DISTRIBUTION, "--by", "label"), objects(tmp_path, "--by", "label")
    assert from_index == from_files


def test_an_index_of_very_many_runs_is_counted_in_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = extract_all(list(load.sources([DISTRIBUTION])))
    for name in TABLES:
        write_deltalake(str(tmp_path / name), getattr(made, name), description=description(name))
    one_by_one = objects(tmp_path, "--by", "label")
    monkeypatch.setattr(caps_command, "MOST_SINGLE", 10)
    in_cells = objects(tmp_path, "--by", "label")
    for found, wanted in zip(in_cells, one_by_one, strict=True):
        for key in ("group", "unit", "n", "censored", "quantiles"):
            assert found[key] == wanted[key]
        assert [row["steps_saved"] for row in found["caps"]] == [row["steps_saved"] for row in wanted["caps"]]
    assert "one by one" in caps(tmp_path, "--axis", "money").output


def test_outcomes_from_outside_count_and_what_finds_no_partner_is_named(tmp_path: Path) -> None:
    run = SAMPLES / "refund" / "refund.json"
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"resolved_ids": ["refund"], "unresolved_ids": ["other"]}), encoding="utf-8")
    made = caps(run, "--outcomes", report, "--json")
    assert json.loads(made.stdout)["caps"][2]["successes_cut"] == 1
    assert "1 of 1 runs got an outcome" in made.stderr
    assert "names no run: other" in made.stderr


def test_rules_give_endings_and_weights() -> None:
    (found,) = objects(DISTRIBUTION, "--weight", "label=refund:0.1", "--ending", "label=refund:censored")
    assert found["weighted"]
    assert found["n_effective"] < 60
    assert found["censored"] >= 20


def test_two_groups_are_compared_effect_first() -> None:
    made = caps(DISTRIBUTION, "--by", "label", "--versus", "order status", "refund")
    assert made.exit_code == 0
    assert made.output.startswith("refund takes ")
    as_json = json.loads(caps(DISTRIBUTION, "--by", "label", "--versus", "order status", "refund", "--json").stdout)
    assert as_json["interval"][0] < as_json["effect"] < as_json["interval"][1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "mood"), "cannot be grouped by mood"),
        (("--ending", "exit=end:happy"), "no ending 'happy'"),
        (("--weight", "exit=end:2"), "above 0, at most 1"),
        (("--ending", "nonsense"), "write FIELD=VALUE:RESULT"),
        (("--by", "label", "--versus", "refund", "nothing"), "there is no group 'nothing'"),
        (("--outcomes", "/no/such/file"), "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(words: tuple[str, ...], said: str) -> None:
    made = caps(DISTRIBUTION, *words)
    assert made.exit_code == 2
    assert said in made.output


def test_a_file_that_is_no_run_is_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    (tmp_path / "good.json").write_bytes((SAMPLES / "refund" / "refund.json").read_bytes())
    made = caps(tmp_path, "--json")
    assert json.loads(made.stdout)["n"] == 1
    assert "left out:" in made.stderr
