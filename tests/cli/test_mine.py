"""`--mine` lists what it found before it opens it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from viewer.cli import main
from viewer.ui import launch

TEXT = json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with two Codex runs and an Aider history in the current folder."""
    for name in ("CODEX_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "AIDER_CHAT_HISTORY_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "AppData" / "Roaming"))
    sessions = tmp_path / ".codex" / "sessions" / "2025"
    sessions.mkdir(parents=True)
    for name in ("rollout-1.jsonl", "rollout-2.jsonl"):
        (sessions / name).write_text(TEXT, encoding="utf-8")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / ".aider.chat.history.md").write_text("#### hello\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "shop")
    return tmp_path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], int, bool]]:
    """What the server would be started with."""
    calls: list[tuple[tuple[str, ...], int, bool]] = []
    monkeypatch.setattr(launch, "launch", lambda paths, *, port, headless, **_: calls.append((paths, port, headless)))
    return calls


@pytest.mark.parametrize(
    ("words", "port", "headless"),
    [
        (["--mine"], 8501, False),
        (["mine"], 8501, False),
        (["--mine", "--port", "9000"], 9000, False),
        (["--headless", "--mine"], 8501, True),
    ],
)
def test_what_was_found_is_listed_and_then_opened(
    home: Path, started: list[tuple[tuple[str, ...], int, bool]], words: list[str], port: int, headless: bool
) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    sessions, history = str(home / ".codex" / "sessions"), str(home / "shop" / ".aider.chat.history.md")
    assert done.stdout.splitlines() == [
        f"Codex  2 files  {2 * len(TEXT):>3,} bytes  {sessions}",
        f"Aider  1 file    11 bytes  {history}",
        f"all    3 files  {2 * len(TEXT) + 11} bytes  2 places",
    ]
    assert started == [((sessions, history), port, headless)]


def test_a_list_alone_opens_nothing(home: Path, started: list[tuple[tuple[str, ...], int, bool]]) -> None:
    done = CliRunner().invoke(main, ["--mine", "--list"])
    assert (done.exit_code, started) == (0, [])
    assert str(home / ".codex" / "sessions") in done.stdout


def test_the_list_as_json_is_an_object_a_place(home: Path, started: list[tuple[tuple[str, ...], int, bool]]) -> None:
    done = CliRunner().invoke(main, ["--mine", "--json"])
    assert (done.exit_code, started) == (0, [])
    first, second = map(json.loads, done.stdout.splitlines())
    place = str(home / ".codex" / "sessions")
    assert first == {"agent": "Codex", "place": place, "files": 2, "bytes": 2 * len(TEXT), "paths": [place]}
    assert second["agent"] == "Aider"


def test_where_nothing_is_found_a_sentence_names_the_agents_looked_for(
    tmp_path: Path, home: Path, started: list[tuple[tuple[str, ...], int, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("HOME", str(empty))
    monkeypatch.setenv("USERPROFILE", str(empty))
    monkeypatch.setenv("APPDATA", str(empty))
    monkeypatch.chdir(empty)
    done = CliRunner().invoke(main, ["--mine"])
    assert (done.exit_code, done.stdout, started) == (2, "", [])
    assert "Claude Code, Codex, Gemini CLI" in done.stderr


def test_after_two_dashes_the_word_is_a_path(home: Path, started: list[tuple[tuple[str, ...], int, bool]]) -> None:
    (home / "shop" / "--mine").write_text(TEXT, encoding="utf-8")
    assert CliRunner().invoke(main, ["--", "--mine"]).exit_code == 0
    assert started == [(("--mine",), 8501, False)]
