"""The tables for other programs: README's example with pandas and DuckDB runs as it is printed."""

import re
from pathlib import Path

import duckdb
import pytest
from conftest import ROOT
from stored_runs import build, write_runs

(EXAMPLE,) = re.findall(
    r"```python\n(import duckdb\n.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
)


def test_pandas_and_duckdb_read_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build([write_runs(tmp_path / "runs", 5)], tmp_path / "my-index")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(EXAMPLE, "README.md", "exec"), names)
    told = capsys.readouterr().out
    assert "anthropic_messages" in told
    assert re.search(r"look_up\s*│\s*10\s*│\s*0\s*│\s*55", told)


def test_duckdb_reads_the_files_alone(tmp_path: Path) -> None:
    build([write_runs(tmp_path / "runs", 5)], tmp_path / "index")
    found = duckdb.sql(f"SELECT sum(model_requests) FROM read_parquet('{tmp_path}/index/runs/*.parquet')").fetchall()
    assert found == [(15,)]
