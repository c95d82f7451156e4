import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main
from viewer.index.build import Build


def ids(*words: str | Path) -> list[str]:
    done = CliRunner().invoke(main, ["summary", "--json", *map(str, words)])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line.get("run_id", "unreadable") for line in lines]


FOLDER = SAMPLES / "refund"


def test_only_the_runs_that_pass_have_a_line() -> None:
    everything = ids(FOLDER)
    found = ids(FOLDER, "--where", "issue_refund.amount_cents > 5000 and steps = 4")
    assert "refund-4471" in found and set(found) <= set(everything)
    assert ids(FOLDER, "--where", "steps > 99") == []
    assert ids(FOLDER, "--where", "") == everything


def test_words_of_messages_are_looked_for_in_the_files() -> None:
    assert "refund-4471" in ids(FOLDER, "--where", 'text ~ "never got order"')
    assert ids(FOLDER, "--where", 'text ~ "ever got order"') == []


def test_an_index_answers_without_reading_a_file(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.json").write_bytes((FOLDER / "refund.json").read_bytes())
    Build([tmp_path / "runs"], tmp_path / "index").run()
    (tmp_path / "runs" / "a.json").unlink()
    assert ids(tmp_path / "index", "--where", "tool = issue_refund") == ["refund-4471"]
    assert ids(tmp_path / "index", "--where", "tool = nothing") == []


def test_an_unreadable_file_is_told_whatever_the_filter(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    assert ids(tmp_path, "--where", "steps > 3") == ["unreadable"]


@pytest.mark.parametrize(
    ("line", "words"),
    [("steps >", "steps >\n       ^ a value was expected"), ("note.label = x", "no reviews are at hand")],
)
def test_a_filter_that_cannot_be_read_is_pointed_at(line: str, words: str) -> None:
    done = CliRunner().invoke(main, ["summary", str(FOLDER), "--where", line])
    assert done.exit_code == 2
    assert words in done.output
