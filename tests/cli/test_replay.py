"""`replay make` and `replay check` on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import SAMPLES

from viewer.cli import main
from viewer.replay.bundle import read_bundle

REFUND = str(SAMPLES / "refund" / "refund.json")
SECRET = "sk-ant-api03-abcdefghijklmnopqrst"


def _make(out: Path, *more: str, run: str = REFUND) -> Result:
    words = ["--message", "4", "--tool-use-id", "toolu_01Ef", "--out", str(out)]
    return CliRunner().invoke(main, ["replay", "make", run, *words, *more])


def test_a_bundle_is_made_and_checked(tmp_path: Path) -> None:
    out = tmp_path / "bundle.json"
    done = _make(out, "--text", "unavailable", "--error", "--author", "Ada", "--reason", "what if")
    assert done.exit_code == 0, done.stderr
    assert "replaced [4].0, sent [0–4], discarded [5–7], the rest word by word" in done.stdout
    made = read_bundle(out)
    assert made.replacement.sent["content"] == "unavailable"
    assert (made.replacement.is_error, made.author, made.reason) == (True, "Ada", "what if")
    checked = CliRunner().invoke(main, ["replay", "check", str(out), "--run", REFUND])
    assert checked.exit_code == 0
    assert "warning request_lacks: the system prompt is not stored" in checked.stdout


def test_json_is_one_object_a_bundle_and_one_a_finding(tmp_path: Path) -> None:
    out = tmp_path / "bundle.json"
    (line,) = _make(out, "--text", "x", "--json").stdout.splitlines()
    made = json.loads(line)
    assert (made["position"], made["sent"], made["equality"]) == ("[4].0", [[0, 4]], "word_by_word")
    assert made["bytes"] == out.stat().st_size
    lines = CliRunner().invoke(main, ["replay", "check", str(out), "--json"]).stdout.splitlines()
    assert {json.loads(one)["code"] for one in lines} == {"request_lacks"}


def test_a_bundle_that_was_touched_exits_with_1_and_what_is_no_bundle_with_2(tmp_path: Path) -> None:
    out = tmp_path / "bundle.json"
    _make(out, "--text", "x")
    document = json.loads(out.read_text(encoding="utf-8"))
    document["request"]["model"] = "other"
    out.write_text(json.dumps(document), encoding="utf-8")
    touched = CliRunner().invoke(main, ["replay", "check", str(out)])
    assert touched.exit_code == 1
    assert touched.stdout.startswith("error request_changed")
    none = CliRunner().invoke(main, ["replay", "check", REFUND])
    assert none.exit_code == 2
    assert "is no bundle" in none.stderr


def test_credentials_are_refused_unless_masked_or_included(tmp_path: Path) -> None:
    text = f"use {SECRET}"
    refused = _make(tmp_path / "a.json", "--text", text)
    assert (refused.exit_code, (tmp_path / "a.json").exists()) == (2, False)
    assert "look like credentials" in refused.stderr
    assert SECRET not in refused.output
    assert _make(tmp_path / "b.json", "--text", text, "--mask").exit_code == 0
    assert SECRET not in (tmp_path / "b.json").read_text(encoding="utf-8")
    assert _make(tmp_path / "c.json", "--text", text, "--include-secrets").exit_code == 0
    assert SECRET in (tmp_path / "c.json").read_text(encoding="utf-8")


def test_a_file_gives_json_where_the_run_holds_json_and_text_where_it_holds_text(tmp_path: Path) -> None:
    content = tmp_path / "content.txt"
    content.write_bytes('[{"type": "text", "text": "é"}]\r\n'.encode())
    _make(tmp_path / "text.json", "--content-file", str(content))
    assert read_bundle(tmp_path / "text.json").replacement.content == '[{"type": "text", "text": "é"}]\r\n'
    run = json.loads(Path(REFUND).read_text(encoding="utf-8"))
    run["messages"][4]["content"][0]["content"] = [{"type": "text", "text": "stored"}]
    (tmp_path / "run.json").write_text(json.dumps(run), encoding="utf-8")
    _make(tmp_path / "list.json", "--content-file", str(content), run=str(tmp_path / "run.json"))
    assert read_bundle(tmp_path / "list.json").replacement.content == [{"type": "text", "text": "é"}]


def test_missing_fields_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "system.txt").write_text("Be kind.", encoding="utf-8")
    (tmp_path / "tools.json").write_text('[{"name": "f", "input_schema": {"type": "object"}}]', encoding="utf-8")
    files = ("--system-file", str(tmp_path / "system.txt"), "--tools-file", str(tmp_path / "tools.json"))
    assert _make(tmp_path / "bundle.json", "--text", "x", *files, "--api", "openai_chat").exit_code == 0
    made = read_bundle(tmp_path / "bundle.json")
    assert made.request["messages"][0] == {"role": "system", "content": "Be kind."}
    assert made.request["tools"][0]["function"]["name"] == "f"
    assert [one.field for one in made.supplied] == ["system", "tools"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "give either --content-file F or --text S"),
        (("--text", "x", "--content-file", "f"), "give either --content-file F or --text S"),
        (("--text", "x", "--mask", "--include-secrets"), "give either --mask or --include-secrets"),
        (("--text", "x", "--message", "99"), "there is no message [99]: the run has 8"),
        (("--text", "x", "--tool-use-id", "other"), "it has toolu_01Ef"),
        (("--content-file", "/no/such/file"), "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    done = _make(tmp_path / "bundle.json", *words)
    assert (done.exit_code, (tmp_path / "bundle.json").exists()) == (2, False)
    assert sentence in done.stderr


def test_a_request_that_cannot_be_valid_is_refused_with_its_places(tmp_path: Path) -> None:
    words = ["--message", "2", "--tool-use-id", "toolu_01Ab", "--text", "x", "--out", str(tmp_path / "b.json")]
    run = str(SAMPLES / "broken" / "call_never_answered.json")
    done = CliRunner().invoke(main, ["replay", "make", run, *words])
    assert done.exit_code == 2
    assert "never answered in the part to be sent ([1].2)" in done.stderr


def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "bundle.json"
    out.write_text("mine", encoding="utf-8")
    assert _make(out, "--text", "x").exit_code == 2
    assert out.read_text(encoding="utf-8") == "mine"
