"""Where agents leave their runs on a machine: the usual places by platform, and what is there, told without reading."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from viewer.errors import RunFileError
from viewer.listing import listed

Platform = Literal["linux", "macos", "windows"]
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
"""Folders of VS Code and of the editors made from it, each with its own extensions' storage."""
_SERVERS = (".vscode-server", ".vscode-server-insiders", ".cursor-server", ".windsurf-server")
"""The same on a machine that is edited from another one."""
_EXTENSIONS = (
    ("Cline", "saoudrizwan.claude-dev"),
    ("Roo Code", "rooveterinaryinc.roo-cline"),
    ("Kilo Code", "kilocode.kilo-code"),
)


@dataclass(frozen=True)
class Place:
    """A file or folder in which an agent leaves its runs, whether it exists here or not."""

    agent: str
    path: Path
    inside: str = ""
    """Pattern of the folders below `path` that hold runs; empty: `path` itself."""

    def __str__(self) -> str:
        return str(self.path / self.inside)


@dataclass(frozen=True)
class Found:
    """What a place holds, by names and sizes alone."""

    place: Place
    paths: tuple[Path, ...]
    """What to open: the place itself, or the folders in it that hold files."""
    files: int
    bytes: int


def usual_places(home: Path, platform: Platform, environment: Mapping[str, str], folder: Path) -> tuple[Place, ...]:
    """Where the agents that are known here leave their runs, each place once.

    Args:
        home: the user's home folder.
        platform: whose conventions hold.
        environment: variables that move an agent's folder; empty ones count as not set.
        folder: the current folder, in which Aider leaves its history.
    """

    def moved(name: str, usual: Path) -> Path:
        return Path(environment[name]).expanduser() if environment.get(name) else usual

    roaming = moved("APPDATA", home / "AppData" / "Roaming")
    shared = moved("XDG_DATA_HOME", home / ".local" / "share")
    places = [
        *_claude_code(home, environment),
        Place("Codex", moved("CODEX_HOME", home / ".codex") / "sessions"),
        Place("Codex", moved("CODEX_HOME", home / ".codex") / "archived_sessions"),
        Place("Gemini CLI", moved("GEMINI_CLI_HOME", home) / ".gemini" / "tmp", "*/chats"),
        Place("Antigravity", home / ".gemini" / "antigravity" / "brain", "*/.system_generated/logs"),
        Place("Antigravity", home / ".gemini" / "antigravity-cli" / "brain", "*/.system_generated/logs"),
        Place("Qwen Code", home / ".qwen" / "projects", "*/chats"),
        Place("Qwen Code", home / ".qwen" / "tmp", "*/chats"),
        # OpenCode follows the XDG convention on every platform; some versions did not on Windows.
        Place("OpenCode", shared / "opencode" / "storage"),
        *([Place("OpenCode", roaming / "opencode" / "storage")] if platform == "windows" else []),
        Place("OpenCode", shared / "opencode" / "opencode.db"),
        *_extensions(home, platform, environment, roaming),
        Place("Cline", home / ".cline" / "data" / "tasks"),
        *_goose(home, platform, environment, shared, roaming),
        Place("pi", moved("PI_CODING_AGENT_DIR", home / ".pi" / "agent") / "sessions"),
        Place("OpenClaw", moved("OPENCLAW_STATE_DIR", home / ".openclaw") / "agents", "*/sessions"),
        Place("Copilot CLI", moved("COPILOT_HOME", home / ".copilot") / "session-state"),
        Place("Kimi", moved("KIMI_SHARE_DIR", home / ".kimi") / "sessions"),
        Place("Kimi", moved("KIMI_CODE_HOME", home / ".kimi-code") / "sessions"),
        Place("Droid", home / ".factory" / "sessions"),
        Place("Cursor", home / ".cursor" / "projects", "*/agent-transcripts"),
        Place("Cursor", _settings(home, platform, environment, roaming) / "Cursor/User/globalStorage/state.vscdb"),
        Place("Grok CLI", home / ".grok" / "sessions"),
        Place("Hermes", moved("HERMES_HOME", home / ".hermes") / "sessions"),
        Place("Hermes", moved("HERMES_HOME", home / ".hermes") / "state.db"),
        Place("Aider", moved("AIDER_CHAT_HISTORY_FILE", folder / ".aider.chat.history.md")),
    ]
    return tuple(dict.fromkeys(places))


def _claude_code(home: Path, environment: Mapping[str, str]) -> Iterator[Place]:
    if moved := environment.get("CLAUDE_CONFIG_DIR"):
        yield Place("Claude Code", Path(moved).expanduser() / "projects")
    else:
        yield Place("Claude Code", home / ".claude" / "projects")
        yield Place("Claude Code", home / ".config" / "claude" / "projects")


def _settings(home: Path, platform: Platform, environment: Mapping[str, str], roaming: Path) -> Path:
    """Where editors keep what they know, each in a folder of its own."""
    match platform:
        case "windows":
            return roaming
        case "macos":
            return home / "Library" / "Application Support"
        case _:
            return Path(environment.get("XDG_CONFIG_HOME") or home / ".config")


def _extensions(home: Path, platform: Platform, environment: Mapping[str, str], roaming: Path) -> Iterator[Place]:
    """The tasks of editor extensions, which an editor keeps in its global storage."""
    settings = _settings(home, platform, environment, roaming)
    storages = [settings / editor / "User" / "globalStorage" for editor in _EDITORS]
    storages += [home / server / "data" / "User" / "globalStorage" for server in _SERVERS]
    for agent, extension in _EXTENSIONS:
        for storage in storages:
            yield Place(agent, storage / extension / "tasks")


def _goose(
    home: Path, platform: Platform, environment: Mapping[str, str], shared: Path, roaming: Path
) -> Iterator[Place]:
    if root := environment.get("GOOSE_PATH_ROOT"):
        yield Place("Goose", Path(root) / "data" / "sessions")
    elif platform == "windows":
        yield Place("Goose", roaming / "Block" / "goose" / "data" / "sessions")
        yield Place("Goose", roaming / "Block" / "goose" / "sessions")
    else:
        yield Place("Goose", shared / "goose" / "sessions")
    yield Place("Goose", home / ".goose" / "sessions")


def found(places: tuple[Place, ...]) -> tuple[Found, ...]:
    """The places that hold files which the app would read; looks at names and sizes, opens nothing."""
    looked_at = (_look(place) for place in places)
    return tuple(one for one in looked_at if one.files)


def _look(place: Place) -> Found:
    held: dict[Path, list[int]] = {}
    for path in sorted(place.path.glob(place.inside)) if place.inside else [place.path]:
        if sizes := _sizes(path):
            held[path] = sizes
    return Found(place, tuple(held), sum(map(len, held.values())), sum(map(sum, held.values())))


def _sizes(path: Path) -> list[int]:
    """Bytes of each file that a path stands for; none where it is missing."""
    try:
        files = dict.fromkeys(file for one in listed(path) for file in (one.path, *one.companions))
    except RunFileError:
        return []
    return [size for file in files if (size := _size(file)) is not None]


def _size(file: Path) -> int | None:
    """None: it vanished after it was listed, or is a folder that cannot be listed."""
    try:
        return None if file.is_dir() else file.stat().st_size
    except OSError:
        return None
