import sys
from pathlib import Path

import pytest
from conftest import SAMPLES

from viewer.analysis.policy import NO_POLICY
from viewer.errors import RunFileError
from viewer.ui import session


def test_the_paths_are_those_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", "one", "two"])
    assert session.paths() == ("one", "two")


def test_without_a_path_the_samples_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py"])
    assert session.paths() == (str(SAMPLES),)


@pytest.mark.parametrize("key", ["../x", "s3://bucket/x", "0" * 17, "0123456789ABCDEF", "0" * 16 + "\n"])
def test_only_sixteen_hex_digits_are_looked_up(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", str(SAMPLES / "refund")])
    with pytest.raises(RunFileError, match="names no run"):
        session.row_of_key(key)


def test_the_policy_is_that_of_the_command_line_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "policy.toml"
    monkeypatch.setattr(sys, "argv", ["app.py", "--policy", str(file), "--", "one"])
    assert (session.paths(), session.has_policy()) == (("one",), True)
    with pytest.raises(RunFileError, match="cannot be read"):
        session.policy()
    file.write_text("[tools]\nwrite = ['pay']\n", encoding="utf-8")
    assert session.policy().write_tools == {"pay"}


def test_without_a_policy_file_nothing_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", "one"])
    assert (session.policy(), session.has_policy()) == (NO_POLICY, False)
