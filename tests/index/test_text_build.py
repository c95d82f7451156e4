from pathlib import Path

import pytest

from viewer import load
from viewer.index import text_build
from viewer.index.text_build import TextBuild, TextProgress


def folder_of(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.jsonl").write_text(f'{{"role": "user", "content": "word{number} shared"}}\n')
    return folder


def test_what_was_read_before_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = list(load.sources([folder_of(tmp_path, 3)]))
    assert TextBuild(tmp_path / "index", sources).wait(20) == TextProgress("done", 3, 3)
    monkeypatch.setattr(text_build, "add_sources", None)
    again = TextBuild(tmp_path / "index", sources)
    assert again.wait(20) == TextProgress("done", 3, 3)
    assert len(again.index.keys("shared")) == 3


def test_much_is_read_by_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_build, "_HERE_BYTES", 0)
    build = TextBuild(tmp_path / "index", list(load.sources([folder_of(tmp_path, 3)])))
    assert build.wait(30) == TextProgress("done", 3, 3)
    assert len(build.index.keys("shared")) == 3 and len(build.index.keys("word2")) == 1


def test_a_build_that_is_stopped_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_build, "_HERE_BYTES", 0)
    build = TextBuild(tmp_path / "index", list(load.sources([folder_of(tmp_path, 3)])))
    build.stop()
    assert build.wait(30).state == "stopped"
