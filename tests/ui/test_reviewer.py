from pathlib import Path

import pytest

from viewer.ui import access, reviewer


def test_without_an_access_file_the_one_user_writes_and_reads_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(access.VARIABLE, " ann ")
    assert (reviewer.name(), reviewer.prefixes(), reviewer.may_write()) == ("ann", None, True)


def test_nobody_writes_or_reads_where_the_access_file_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_ACCESS", str(tmp_path / "none.toml"))
    assert (reviewer.prefixes(), reviewer.may_write()) == ((), False)
