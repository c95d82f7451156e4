"""What is checked against: the command line's files, or those uploaded in the session."""

import sys
from pathlib import Path

import pytest
import streamlit as st
from case_runs import accept_first, write_runs

from viewer.errors import RunFileError
from viewer.ui import check_inputs
from viewer.ui.check_inputs import Given


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    made: dict[str, object] = {}
    monkeypatch.setattr(st, "session_state", made)
    return made


def named(patch: pytest.MonkeyPatch, folder: Path) -> None:
    words = ["--policy", folder / "policy.toml", "--cases", folder / "cases.jsonl", "--baseline", folder / "accepted"]
    patch.setattr(sys, "argv", ["app.py", *map(str, words), "--", str(folder)])


def test_the_files_of_the_command_line_are_read_again_when_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_first(write_runs(tmp_path), "refund")
    named(monkeypatch, tmp_path)
    before = check_inputs.inputs()
    assert before.policies.base.max_calls == 2
    assert (list(before.cases), list(before.accepted)) == (["refund", "hours", "never"], ["refund"])
    (tmp_path / "policy.toml").write_text("[limits]\nmax_calls = 5\n", encoding="utf-8")
    after = check_inputs.inputs()
    assert after.policies.base.max_calls == 5
    assert after.words != before.words


def test_an_upload_takes_the_place_of_a_file_until_it_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_first(write_runs(tmp_path), "refund")
    named(monkeypatch, tmp_path)
    check_inputs.keep("policy", [Given("mine.yaml", b"limits: {max_calls: 9}\n")])
    check_inputs.keep("baseline", [Given("refund.json", (tmp_path / "accepted" / "refund.json").read_bytes())])
    found = check_inputs.inputs()
    assert (found.policies.base.max_calls, found.policy_name) == (9, "mine.yaml")
    assert found.store is None, "uploaded paths are only looked at"
    assert list(found.accepted) == ["refund"]
    check_inputs.keep("policy", [])
    assert check_inputs.inputs().policies.base.max_calls == 2


def test_strict_is_another_word(state: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, write_runs(tmp_path))
    loose = check_inputs.inputs()
    state[check_inputs.STRICT] = True
    strict = check_inputs.inputs()
    assert (loose.policies.base.strict, strict.policies.base.strict) == (False, True)
    assert loose.words != strict.words


def test_a_file_that_is_gone_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, tmp_path)
    with pytest.raises(RunFileError, match="is it still there"):
        check_inputs.inputs()
