"""Which files under the given paths may hold runs, and which of them belong together."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from viewer.errors import RunFileError
from viewer.formats.registry import FORMATS

_SUFFIXES = frozenset(
    {".json", ".jsonl", ".ndjson", ".traj", ".txt", ".log", ".gz", ".eval", ".parquet", ".db", ".sqlite", ".sqlite3",
     ".vscdb", ".zip", ".tar", ".tgz", ".tzst", ".zst"}
)  # fmt: skip
"""In folders, only files with one of these are looked at; a file that is named is always tried."""
_HISTORY = ".chat.history.md"
"""How the name of the hidden file ends in which Aider keeps its sessions."""
_SKIPPED_NAMES = frozenset({
    "requirements.txt", "license.txt", "readme.txt", "package.json", "package-lock.json", "sessions-index.json",
})  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """A file that is a source of its own, with those that belong to it."""

    path: Path
    name: str
    """Relative to the root it was found under, with forward slashes."""
    companions: tuple[Path, ...] = ()


def listed(given: str | Path) -> Iterator[Listed]:
    """The files of one path in path order: itself, or what its folder holds.

    A folder that cannot be listed stands among them, so that reading it says why.

    Raises:
        RunFileError: the path does not exist.
    """
    if not os.path.exists(given):
        raise RunFileError(str(given), "does not exist: check the path")
    root = Path(given)
    if root.is_dir():
        yield from _of_folder(root)
    else:
        folder = root.with_suffix("") if root.suffix else None
        below = tuple(_files(folder)) if folder is not None and folder.is_dir() else ()
        alone = root.name in ("agent.json", "base_state.json", "meta.json") or _is_first_event(root.name)
        if alone or (root.name == "wire.jsonl" and root.parent.name == "main"):
            below = (*below, *_files(_stands_for(root) or root.parent))
        yield Listed(root, root.name, _companions(root, below))


def _of_folder(root: Path) -> Iterator[Listed]:
    prefixes: dict[Path, str] = {}
    for path, companions in grouped(tuple(_files(root)), root):
        if path == root:
            yield Listed(path, root.name, companions)
            continue
        prefix = prefixes.get(path.parent)
        if prefix is None:
            below = path.parent.relative_to(root).as_posix()
            prefix = prefixes[path.parent] = "" if below == "." else f"{below}/"
        yield Listed(path, prefix + path.name, companions)


def grouped(files: tuple[Path, ...], root: Path) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """Each file that is a source of its own with those of the others that belong to it, by their names alone."""
    by_folder = _by_folder(files, root)
    present = frozenset(files)
    companions = {path: _companions(path, _below(path, by_folder)) + _heads(path, present) for path in files}
    taken = {companion for found in companions.values() for companion in found}
    for path in files:
        if path not in taken:
            yield path, companions[path]


def _by_folder(files: tuple[Path, ...], root: Path) -> dict[Path, list[Path]]:
    """The files below each folder, in their order."""
    above: dict[Path, list[Path]] = {}
    found: dict[Path, list[Path]] = {}
    for path in files:
        folder = path.parent
        if folder not in above:
            above[folder] = [one for one in (folder, *folder.parents) if one == root or root in one.parents]
        for one in above[folder]:
            found.setdefault(one, []).append(path)
    return found


def _files(root: Path) -> Iterator[Path]:
    """Files that may hold runs, sorted, without hidden ones and without links that lead out of the root."""
    inside = Path(os.path.realpath(root))
    unlisted: list[str] = []
    for folder, folders, names in os.walk(root, onerror=lambda error: unlisted.append(error.filename)):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        parent = Path(folder)
        for name in sorted(filter(may_hold_runs, names)):
            path = parent / name
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
                continue
            yield path
    yield from map(Path, unlisted)


def may_hold_runs(name: str) -> bool:
    """Whether a file of a folder or a member of an archive is looked at, by its name."""
    if name.endswith(_HISTORY):
        return True
    dot = name.rfind(".")  # at the start it makes the file a hidden one
    return not name.startswith(".") and name[dot:].lower() in _SUFFIXES and name.lower() not in _SKIPPED_NAMES


def _companions(path: Path, below: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files below that a format says belong to this one."""
    found: dict[PurePath, None] = {}
    for format in FORMATS if below else ():
        if format.companions is not None:
            found.update(dict.fromkeys(format.companions(path, below)))
    return tuple(Path(companion) for companion in found)


def _below(path: Path, by_folder: dict[Path, list[Path]]) -> tuple[Path, ...]:
    """The files in the folder of the same name, and in the one that the file stands for."""
    below = by_folder.get(path.with_suffix(""), ())
    whole = _stands_for(path)
    return tuple(below) if whole is None else (*below, *by_folder.get(whole, ()))


def _stands_for(path: Path) -> Path | None:
    """The folder that a file stands for: its own, or for the main agent's wire that of all agents."""
    if path.name in ("results.json", "agent.json", "base_state.json", "meta.json") or _is_first_event(path.name):
        return path.parent
    if path.name == "wire.jsonl" and path.parent.name == "main":
        return path.parent.parent
    return None


def _is_first_event(name: str) -> bool:
    """Whether a file is the first of a folder that holds a file an event."""
    return name.startswith(("event-0", "event_0")) and not name[6:].split(name[5])[0].strip("0")


def _heads(path: Path, present: frozenset[Path]) -> tuple[Path, ...]:
    """The files that a format says tell of this one and others, where they are among those given."""
    heads = (format.heads(path) for format in FORMATS if format.heads is not None)
    return tuple(Path(head) for found in heads for head in found if head in present)
