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
_HEADS = tuple(format.heads for format in FORMATS if format.heads is not None)


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
    prefixes: dict[str, str] = {}
    for path, companions in grouped(tuple(_files(root)), root):
        if path == root:
            yield Listed(path, root.name, companions)
            continue
        folder, _, name = str(path).rpartition(os.sep)
        prefix = prefixes.get(folder)
        if prefix is None:
            below = path.parent.relative_to(root).as_posix()
            prefix = prefixes[folder] = "" if below == "." else f"{below}/"
        yield Listed(path, prefix + name, companions)


def grouped(files: tuple[Path, ...], root: Path) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """Each file that is a source of its own with those of the others that belong to it, by their names alone."""
    by_folder = _by_folder(files, root)
    names = frozenset(folder.name for folder in by_folder)
    present = frozenset(files)
    companions = {path: _companions(path, _below(path, by_folder, names)) + _heads(path, present) for path in files}
    taken = {companion for found in companions.values() for companion in found}
    for path in files:
        if path not in taken:
            yield path, companions[path]


def _by_folder(files: tuple[Path, ...], root: Path) -> dict[Path, list[Path]]:
    """The files below each folder, in their order."""
    above: dict[str, list[list[Path]]] = {}
    found: dict[Path, list[Path]] = {}
    for path in files:
        folder = str(path).rpartition(os.sep)[0]
        lists = above.get(folder)
        if lists is None:
            lists = above[folder] = [found.setdefault(one, []) for one in _up_to(root, path)]
        for below in lists:
            below.append(path)
    return found


def _up_to(root: Path, path: Path) -> list[Path]:
    """The folders that a file is in, the root last; none where it is not below that."""
    folders: list[Path] = []
    for folder in path.parents:
        folders.append(folder)
        if folder == root:
            return folders
    return []


def _files(root: Path) -> Iterator[Path]:
    """Files that may hold runs, sorted, without hidden ones and without links that lead out of the root."""
    inside = Path(os.path.realpath(root))
    waiting, unlisted = [root], []
    while waiting:
        folder = waiting.pop()
        try:
            folders, files, links = _names(folder)
        except OSError:
            unlisted.append(folder)
            continue
        for name in files:
            path = folder / name
            if name in links and not Path(os.path.realpath(path)).is_relative_to(inside):
                continue
            yield path
        waiting += [folder / name for name in reversed(folders)]
    yield from unlisted


def _names(folder: Path) -> tuple[list[str], list[str], set[str]]:
    """The sorted names of folders that are gone into and of files that may hold runs, and which of those are links.

    Raises:
        OSError: it cannot be listed.
    """
    folders: list[str] = []
    files: list[str] = []
    links: set[str] = set()
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if _is_folder(entry):
                if not name.startswith(".") and not entry.is_symlink():
                    folders.append(name)
            elif may_hold_runs(name):
                files.append(name)
                if entry.is_symlink():
                    links.add(name)
    return sorted(folders), sorted(files), links


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is one, or a link to one; a link to itself is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def may_hold_runs(name: str) -> bool:
    """Whether a file of a folder or a member of an archive is looked at, by its name."""
    if name.endswith(_HISTORY):
        return True
    dot = name.rfind(".")  # at the start it makes the file a hidden one
    return not name.startswith(".") and name[dot:].lower() in _SUFFIXES and name.lower() not in _SKIPPED_NAMES


def _companions(path: Path, below: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files below that a format says belong to this one."""
    if not below:
        return ()
    found: dict[PurePath, None] = {}
    for format in FORMATS:
        if format.companions is not None:
            found.update(dict.fromkeys(format.companions(path, below)))
    return tuple(Path(companion) for companion in found)


def _below(path: Path, by_folder: dict[Path, list[Path]], names: frozenset[str]) -> tuple[Path, ...]:
    """The files in the folder of the same name, where the name of any folder is that, and in the one it stands for."""
    below = by_folder.get(path.with_suffix(""), ()) if path.stem in names else ()
    whole = _stands_for(path)
    return tuple(below) if whole is None else (*below, *by_folder.get(whole, ()))


def _stands_for(path: Path) -> Path | None:
    """The folder that a file stands for: its own, or for the main agent's wire that of all agents."""
    name = path.name
    if name in ("results.json", "agent.json", "base_state.json", "meta.json") or _is_first_event(name):
        return path.parent
    if name == "wire.jsonl" and path.parent.name == "main":
        return path.parent.parent
    return None


def _is_first_event(name: str) -> bool:
    """Whether a file is the first of a folder that holds a file an event."""
    return name.startswith(("event-0", "event_0")) and not name[6:].split(name[5])[0].strip("0")


def _heads(path: Path, present: frozenset[Path]) -> tuple[Path, ...]:
    """The files that a format says tell of this one and others, where they are among those given."""
    heads: list[PurePath] = []
    for of_format in _HEADS:
        heads += of_format(path)
    return tuple([Path(head) for head in heads if head in present])
