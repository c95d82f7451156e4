"""`open` starts the app only on what exists."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from viewer.cli import main
from viewer.ui import launch

policies: list[str | None] = []
"""The policy file of each start."""
others: list[dict[str, str | None]] = []
"""Its cases and its baselines."""
names: list[tuple[str, ...]] = []
"""Under which it may be reached."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], int, bool]]:
    """What the server would be started with: serving itself is tested in the browser."""
    calls: list[tuple[tuple[str, ...], int, bool]] = []

    def launched(
        paths: tuple[str, ...],
        *,
        port: int,
        headless: bool,
        policy: str | None,
        hosts: tuple[str, ...],
        **rest: str | None,
    ) -> None:
        calls.append((tuple(paths), port, headless))
        policies.append(policy)
        others.append(rest)
        names.append(hosts)

    policies.clear()
    others.clear()
    names.clear()
    monkeypatch.setattr(launch, "launch", launched)
    return calls


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ((), 8501, False)),
        (["open"], ((), 8501, False)),
        (["open", "."], ((".",), 8501, False)),
        (["."], ((".",), 8501, False)),
        ([".", ".."], ((".", ".."), 8501, False)),
        (["--headless", "."], ((".",), 8501, True)),
        ([".", "--port", "9000"], ((".",), 9000, False)),
    ],
)
def test_a_path_alone_opens_the_app(
    started: list[tuple[tuple[str, ...], int, bool]], words: list[str], expected: tuple[tuple[str, ...], int, bool]
) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert started == [expected]


def test_a_file_named_like_a_command_is_opened_by_its_path(
    started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "show").write_text("{}")
    assert CliRunner().invoke(main, ["./show"]).exit_code == 0
    assert started == [(("./show",), 8501, False)]


def test_a_path_that_does_not_exist_starts_nothing(started: list[tuple[tuple[str, ...], int, bool]]) -> None:
    assert CliRunner().invoke(main, [".", "nowhere"]).exit_code == 2
    assert started == []


def test_a_policy_file_goes_with_it(started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("[tools]\nwrite = ['issue_refund']\n", encoding="utf-8")
    assert CliRunner().invoke(main, [".", "--policy", str(file)]).exit_code == 0
    assert policies == [str(file)]


def test_a_policy_file_that_cannot_be_read_starts_nothing(
    started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path
) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("[tools]\nwriting = []\n", encoding="utf-8")
    done = CliRunner().invoke(main, [".", "--policy", str(file)])
    assert (done.exit_code, started) == (2, [])
    assert "policy.toml:2" in done.output


def test_cases_and_baselines_go_with_it(started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "a"}\n', encoding="utf-8")
    words = ["open", ".", "--cases", str(file), "--baseline", str(tmp_path / "accepted")]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert others == [{"cases": str(file), "baseline": str(tmp_path / "accepted")}]


def test_cases_that_cannot_be_read_and_a_baseline_that_is_a_file_start_nothing(
    started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": 5}\n', encoding="utf-8")
    for option, said in (("--cases", "cases.jsonl:1"), ("--baseline", "is no folder")):
        done = CliRunner().invoke(main, ["open", ".", option, str(file)])
        assert (done.exit_code, started) == (2, [])
        assert said in done.output


def test_an_access_file_is_checked_before_the_app_starts_and_told_to_it(
    started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_ACCESS", "")  # what the command sets is taken back after the test
    file = tmp_path / "access.toml"
    file.write_text('hosts = ["runs.example.org"]\n[[allow]]\nemail = "bob@example.org"\nrole = "boss"\n')
    done = CliRunner().invoke(main, ["open", str(tmp_path), "--access", str(file)])
    assert done.exit_code != 0 and "allow.1.role" in done.output
    file.write_text(file.read_text().replace("boss", "reader"))
    assert CliRunner().invoke(main, ["open", str(tmp_path), "--access", str(file)]).exit_code == 0
    assert names == [("runs.example.org",)]
    assert os.environ["TRAJECTORY_VIEWER_ACCESS"] == str(file)
    file.write_text(file.read_text() + 'paths = ["team-a"]')
    done = CliRunner().invoke(main, ["open", str(tmp_path), str(tmp_path.parent), "--access", str(file)])
    assert done.exit_code != 0 and "need the app to be opened on one folder" in done.output
    assert len(started) == 1


def test_the_store_of_reviews_and_who_writes_go_with_it(
    started: list[tuple[tuple[str, ...], int, bool]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRAJECTORY_VIEWER_REVIEWS", "TRAJECTORY_VIEWER_REVIEWER"):
        monkeypatch.setenv(name, "before")
    url = f"sqlite:///{tmp_path}/reviews.db"
    assert CliRunner().invoke(main, ["open", ".", "--reviews-db", url, "--reviewer", "ann"]).exit_code == 0
    assert (os.environ["TRAJECTORY_VIEWER_REVIEWS"], os.environ["TRAJECTORY_VIEWER_REVIEWER"]) == (url, "ann")
    started.clear()
    done = CliRunner().invoke(main, ["open", ".", "--reviews-db", "no such thing"])
    assert (done.exit_code, started) == (2, [])
    assert "URL" in done.output
