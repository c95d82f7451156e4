import hashlib
from pathlib import Path

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.model.run import Run, walk
from viewer.ui.run_segments import segments_text
from viewer.ui.run_source import _sha256, source_segments


@pytest.fixture(autouse=True)
def no_cache() -> None:
    _sha256.clear()


def runs_of(path: Path) -> list[Run]:
    return walk(load.runs(next(load.sources([path])))[0])


def test_the_line_holds_name_size_hash_and_format() -> None:
    path = SAMPLES / "refund" / "refund.json"
    (run,) = runs_of(path)
    line = source_segments(run, "k")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert segments_text(line) == (
        f"refund.json · {path.stat().st_size:,} bytes · (sha256 {digest[:16]}…) · format (Anthropic Messages)"
    )
    assert {"status": f"sha256 {digest[:16]}…", "rule": digest} in line


def test_a_sub_run_in_a_file_of_its_own_is_hashed_by_that_file() -> None:
    runs = runs_of(SAMPLES / "sub_agents" / "order_survey.jsonl")
    line = segments_text(source_segments(runs[1], "k"))
    assert "in its companion agent-a1f3.jsonl" in line
    assert hashlib.sha256(Path(runs[1].source.parts[runs[1].records[0].part].uri).read_bytes()).hexdigest()[:16] in line


def test_a_file_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    path = tmp_path / "refund.json"
    path.write_bytes((SAMPLES / "refund" / "refund.json").read_bytes())
    (run,) = runs_of(path)
    path.unlink()
    assert "the file is gone or changed" in segments_text(source_segments(run, "k"))
