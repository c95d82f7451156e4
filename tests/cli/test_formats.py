"""`formats`: the list, and why a file is read as it is."""

import json
from pathlib import Path

from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main
from viewer.formats.registry import FORMATS


def output(*words: str | Path) -> list[str]:
    done = CliRunner().invoke(main, ["formats", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_every_format_is_listed_with_its_title() -> None:
    assert [line.split()[0] for line in output()] == [format.name for format in FORMATS]
    assert [json.loads(line) for line in output("--json")] == [
        {"name": format.name, "title": format.title} for format in FORMATS
    ]


def test_a_file_is_explained_by_the_sign_that_was_seen() -> None:
    path = SAMPLES / "refund/refund.json"
    *claims, chosen = (json.loads(line) for line in output("--json", "--explain", path))
    assert claims[0] == {
        "source": str(path),
        "name": "anthropic_messages",
        "strength": 2,
        "sign": "content blocks of type tool_use",
    }
    assert chosen == {
        "source": str(path),
        "chosen": "anthropic_messages",
        "content": "one JSON document",
        "notes": [],
    }
    assert "read as anthropic_messages; it is one JSON document" in output("--explain", path)[-1]


def test_a_file_in_no_format_and_a_folder_are_explained_too(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('\ufeff{"x": 1}', encoding="utf-8")
    (tmp_path / "b.txt").write_text("words")
    first, second = (json.loads(line) for line in output("--json", "--explain", tmp_path))
    assert "is in no format that is known" in first["error"]
    assert "a UTF-8 byte order mark stood at the start" in first["error"]
    assert set(second) == {"source", "error"}
    assert "unreadable" in output("--explain", tmp_path)[0]


def test_a_folder_without_run_files_is_a_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["formats", "--explain", str(tmp_path)])
    assert done.exit_code == 2
    assert "holds no file that looks like a run" in done.stderr
