import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from viewer import load
from viewer.discovery import Found, Platform, found, usual_places

LINUX: dict[str, tuple[str, ...]] = {
    "Claude Code": (".claude/projects/-home-ada-shop/one.jsonl", ".config/claude/projects/-home-ada-shop/two.jsonl"),
    "Codex": (".codex/sessions/2025/11/02/rollout-1.jsonl", ".codex/archived_sessions/rollout-2.jsonl"),
    "Gemini CLI": (".gemini/tmp/0a1b/chats/session-1.json", ".gemini/tmp/2c3d/chats/session-2.json"),
    "OpenCode": (".local/share/opencode/storage/session/p/ses_1.json",),
    "Cline": (".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",),
    "Roo Code": (".vscode-server/data/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1/ui_messages.json",),
    "Goose": (".local/share/goose/sessions/20251102_1.jsonl",),
    "pi": (".pi/agent/sessions/--home-ada-shop--/one.jsonl",),
}
MACOS: dict[str, tuple[str, ...]] = {
    "Claude Code": (".claude/projects/-Users-ada-shop/one.jsonl",),
    "Codex": (".codex/sessions/2025/11/02/rollout-1.jsonl",),
    "Gemini CLI": (".gemini/tmp/0a1b/chats/session-1.json",),
    "OpenCode": (".local/share/opencode/storage/session/p/ses_1.json",),
    "Cline": (
        "Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/"
        "api_conversation_history.json",
    ),
    "Goose": (".local/share/goose/sessions/20251102_1.jsonl",),
    "pi": (".pi/agent/sessions/--Users-ada-shop--/one.jsonl",),
}
WINDOWS: dict[str, tuple[str, ...]] = {
    "Claude Code": (".claude/projects/C--shop/one.jsonl",),
    "Codex": (".codex/sessions/2025/11/02/rollout-1.jsonl",),
    "Gemini CLI": (".gemini/tmp/0a1b/chats/session-1.json",),
    "OpenCode": (".local/share/opencode/storage/session/p/ses_1.json",),
    "Cline": (
        "AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json",
        "AppData/Roaming/Cursor/User/globalStorage/saoudrizwan.claude-dev/tasks/2/api_conversation_history.json",
    ),
    "Goose": ("AppData/Roaming/Block/goose/data/sessions/20251102_1.jsonl",),
    "pi": (".pi/agent/sessions/--C--shop--/one.jsonl",),
}
HOMES: dict[Platform, dict[str, tuple[str, ...]]] = {"linux": LINUX, "macos": MACOS, "windows": WINDOWS}
TEXT = json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}])


def written(*files: Path) -> None:
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(TEXT, encoding="utf-8")


def found_in(
    home: Path, platform: Platform = "linux", environment: Mapping[str, str] | None = None
) -> dict[str, list[Found]]:
    by_agent: dict[str, list[Found]] = {}
    for one in found(usual_places(home, platform, environment or {}, home / "shop")):
        by_agent.setdefault(one.place.agent, []).append(one)
    return by_agent


@pytest.mark.parametrize("platform", ["linux", "macos", "windows"])
def test_each_agent_is_found_in_its_usual_place(platform: Platform, tmp_path: Path) -> None:
    files = HOMES[platform]
    written(*(tmp_path / file for names in files.values() for file in names), tmp_path / "shop/.aider.chat.history.md")
    by_agent = found_in(tmp_path, platform)
    assert {agent: sum(one.files for one in held) for agent, held in by_agent.items()} == {
        **{agent: len(names) for agent, names in files.items()},
        "Aider": 1,
    }
    assert {one.bytes // one.files for held in by_agent.values() for one in held} == {len(TEXT)}


@pytest.mark.parametrize("platform", ["linux", "macos", "windows"])
def test_what_is_opened_holds_each_file_that_was_counted_and_no_other(platform: Platform, tmp_path: Path) -> None:
    names = [file for names in HOMES[platform].values() for file in names]
    written(*(tmp_path / file for file in names), tmp_path / ".gemini/tmp/0a1b/logs.json", tmp_path / ".claude/x.json")
    paths = [path for held in found_in(tmp_path, platform).values() for one in held for path in one.paths]
    opened = [part.uri for source in load.sources(paths) for part in source.parts]
    assert sorted(opened) == sorted(str(tmp_path / file) for file in names)


def test_nothing_is_found_in_an_empty_home_or_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    assert found_in(tmp_path) == {}


def test_the_places_of_one_platform_are_not_looked_for_on_another(tmp_path: Path) -> None:
    written(*(tmp_path / file for file in WINDOWS["Goose"] + MACOS["Cline"]))
    assert found_in(tmp_path, "linux") == {}


@pytest.mark.parametrize(
    ("name", "moved", "agent"),
    [
        ("CLAUDE_CONFIG_DIR", "projects/p/one.jsonl", "Claude Code"),
        ("CODEX_HOME", "sessions/2025/rollout-1.jsonl", "Codex"),
        ("GEMINI_CLI_HOME", ".gemini/tmp/0a1b/chats/session-1.json", "Gemini CLI"),
        ("XDG_DATA_HOME", "opencode/storage/session/p/ses_1.json", "OpenCode"),
        ("XDG_CONFIG_HOME", "VSCodium/User/globalStorage/kilocode.kilo-code/tasks/1/ui_messages.json", "Kilo Code"),
        ("GOOSE_PATH_ROOT", "data/sessions/1.jsonl", "Goose"),
        ("PI_CODING_AGENT_DIR", "sessions/p/one.jsonl", "pi"),
    ],
)
def test_a_variable_moves_an_agents_place(name: str, moved: str, agent: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    written(elsewhere / moved)
    assert list(found_in(tmp_path, environment={name: str(elsewhere)})) == [agent]
    assert found_in(tmp_path, environment={name: ""}) == {}


def test_a_place_that_two_rules_name_is_looked_at_once(tmp_path: Path) -> None:
    written(tmp_path / LINUX["Codex"][0])
    (held,) = found_in(tmp_path, environment={"CODEX_HOME": str(tmp_path / ".codex")})["Codex"]
    assert held.files == 1


def test_only_names_and_sizes_are_looked_at(tmp_path: Path) -> None:
    file = tmp_path / LINUX["Codex"][0]
    written(file)
    file.chmod(0)
    assert found_in(tmp_path)["Codex"][0].files == 1
    file.chmod(0o600)


@pytest.mark.parametrize(
    ("platform", "file"),
    [
        ("linux", ".config/Cursor/User/globalStorage/state.vscdb"),
        ("macos", "Library/Application Support/Cursor/User/globalStorage/state.vscdb"),
        ("windows", "AppData/Roaming/Cursor/User/globalStorage/state.vscdb"),
        ("linux", ".local/share/opencode/opencode.db"),
        ("linux", ".local/share/goose/sessions/sessions.db"),
        ("linux", ".hermes/state.db"),
    ],
)
def test_stores_are_found_and_listed_like_other_files(platform: Platform, file: str, tmp_path: Path) -> None:
    written(tmp_path / file)
    (found_there,) = [one for held in found_in(tmp_path, platform).values() for one in held]
    assert (found_there.files, found_there.bytes) == (1, len(TEXT))
