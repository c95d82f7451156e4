"""`retell` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner
from conftest import SAMPLES
from messages import call, model, result, user

from viewer.cli import main

REFUND = str(SAMPLES / "refund" / "refund.json")


def _run(*words: str) -> str:
    done = CliRunner().invoke(main, ["retell", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_one_message_is_told_in_four_sentences() -> None:
    (line,) = _run(REFUND, "3", "--json").splitlines()
    told = json.loads(line)
    assert told["message_index"] == 3
    assert [sentence["slot"] for sentence in told["sentences"]] == ["visible", "is", "producer", "control"]
    assert told["sentences"][0]["positions"] == ["[0–2]"]


def test_a_run_is_told_a_line_a_message() -> None:
    assert [json.loads(line)["message_index"] for line in _run(REFUND, "--json").splitlines()] == list(range(8))


def test_text_and_markdown_name_the_position() -> None:
    assert _run(REFUND, "3").startswith("[3]\n  When it was produced")
    assert "## [7]" in _run(REFUND, "--markdown")


def test_a_message_that_is_not_there_is_refused_with_a_sentence() -> None:
    done = CliRunner().invoke(main, ["retell", REFUND, "8"])
    assert done.exit_code == 2
    assert "this run has 8, counted from 0" in done.output


def test_a_credential_is_masked_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    key = "sk-ant-api03-abcdefghijklmnopqrstuvwx"
    asked = model(f"use {key}", call("a", password="hunter22x"))
    path.write_text(json.dumps({"messages": [user("go"), asked, user(result("a"))]}), encoding="utf-8")
    for words in ((), ("--markdown",)):
        told = _run(str(path), *words)
        assert "masked" in told
        assert "hunter22x" not in told
        assert "abcdefgh" not in told
        assert "hunter22x" in _run(str(path), *words, "--reveal")
