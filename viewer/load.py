"""From paths to sources, and from a source to its runs."""

import gc
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath

import msgspec

from viewer.decode.decoder import decode
from viewer.decode.document import Decoded, JsonDocument, JsonRecords
from viewer.errors import RunFileError
from viewer.formats.build import MAPPING_ERRORS, describe
from viewer.formats.registry import FORMATS, choose
from viewer.model.run import Run, walk
from viewer.model.source import Part, RecordArray, Source

_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".traj", ".txt", ".log", ".gz", ".eval", ".parquet", ".db"})
"""In folders, only files with one of these are looked at; a file that is named is always tried."""
_SKIPPED_NAMES = frozenset({"requirements.txt", "license.txt", "readme.txt", "package.json", "package-lock.json"})


def sources(paths: Iterable[str | Path]) -> Iterator[Source]:
    """The sources under files and folders, each once, in path order; companions join their main file.

    Raises:
        RunFileError: a given path does not exist.
    """
    seen: set[str] = set()
    for given in paths:
        root = Path(given)
        if not root.exists():
            raise RunFileError(str(given), "does not exist: check the path")
        for source in _of_folder(root) if root.is_dir() else [_of_file(root)]:
            real = os.path.realpath(source.uri)
            if real not in seen:
                seen.add(real)
                yield source


def _of_file(path: Path) -> Source:
    siblings = tuple(_files(path.with_suffix(""))) if path.with_suffix("").is_dir() else ()
    return _source(path, path.name, _companions(path, siblings))


def _of_folder(root: Path) -> Iterator[Source]:
    files = tuple(_files(root))
    taken: set[Path] = set()
    plan: list[tuple[Path, tuple[Path, ...]]] = []
    by_folder: dict[Path, list[Path]] = {}
    for path in files:
        for folder in path.parents:
            by_folder.setdefault(folder, []).append(path)
            if folder == root:
                break
    for path in files:
        below = tuple(by_folder.get(path.with_suffix(""), ()))
        companions = _companions(path, below) if below else ()
        taken.update(companions)
        plan.append((path, companions))
    for path, companions in plan:
        if path not in taken:
            try:
                yield _source(path, path.relative_to(root).as_posix(), companions)
            except OSError:
                continue  # it vanished between listing and looking; nothing was promised yet


def _files(root: Path) -> Iterator[Path]:
    """Files that may hold runs, sorted, without hidden ones and without links that lead out of the root."""
    inside = os.path.realpath(root)
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder, name)
            if name.startswith(".") or path.suffix.lower() not in _SUFFIXES or name.lower() in _SKIPPED_NAMES:
                continue
            if path.is_symlink() and not os.path.realpath(path).startswith(inside + os.sep):
                continue
            yield path


def _companions(path: Path, below: tuple[Path, ...]) -> tuple[Path, ...]:
    found: dict[PurePath, None] = {}
    for format in FORMATS:
        if format.companions is not None:
            found.update(dict.fromkeys(format.companions(path, below)))
    return tuple(Path(companion) for companion in found)


def _source(path: Path, name: str, companions: tuple[Path, ...]) -> Source:
    return Source(name, tuple(_part(one) for one in (path, *companions)))


def _part(path: Path) -> Part:
    stat = path.stat()
    return Part(str(path), f"{stat.st_mtime_ns:x}-{stat.st_size:x}", stat.st_size)


def as_it_is_now(source: Source) -> Source:
    """The same source with the versions and sizes that its parts have on disk now.

    Raises:
        RunFileError: a part is no longer there.
    """
    try:
        return Source(source.name, tuple(_part(Path(part.uri)) for part in source.parts))
    except OSError as error:
        raise RunFileError(source.name, "is no longer there: reload the list") from error


def runs(source: Source, format: str | None = None) -> tuple[Run, ...]:
    """The runs of a source; sub-runs stand inside their parents.

    Args:
        source: as `sources` gives it.
        format: read it as this format, whatever the content looks like.

    Raises:
        RunFileError: it cannot be read.
    """
    with _collector_paused():
        decoded = decode_source(source)
        chosen, view = choose(decoded, format)
        try:
            found = list(chosen.read(view))
        except MAPPING_ERRORS as error:
            raise RunFileError(source.name, f"is damaged as {chosen.title}: {describe(error)}") from error
        except RecursionError as error:
            raise RunFileError(source.name, "is nested deeper than this program reads") from error
        if not found:
            raise RunFileError(source.name, f"holds no run, read as {chosen.title}")
        return tuple(_placed(found, source, decoded.notes))


def decode_source(source: Source) -> Decoded:
    """The content of the main part, with the other parts as companions; one that is unreadable stays out, noted."""
    main = decode(part_bytes(source.parts[0]), source.name)
    if len(source.parts) == 1:
        return main
    companions: list[Decoded] = []
    notes: list[str] = []
    for part in source.parts[1:]:
        try:
            companions.append(decode(part_bytes(part), part.uri))
        except RunFileError as error:
            notes.append(f"a companion could not be read: {error}")
            companions.append(Decoded(name=part.uri))
    return _with(main, tuple(companions), tuple(notes))


def _with(main: Decoded, companions: tuple[Decoded, ...], notes: tuple[str, ...]) -> Decoded:
    from dataclasses import replace

    return replace(main, companions=companions, notes=main.notes + notes)


def part_bytes(part: Part) -> bytes:
    """The bytes of a part as stored.

    Raises:
        RunFileError: it is gone or cannot be read.
    """
    try:
        with open(part.uri, "rb") as file:
            return file.read()
    except FileNotFoundError as error:
        raise RunFileError(part.uri, "is no longer there: reload the list") from error
    except OSError as error:
        raise RunFileError(part.uri, f"cannot be read ({error.strerror}): check its permissions") from error


def _placed(found: list[Run], source: Source, notes: tuple[str, ...]) -> Iterator[Run]:
    """Put the source in, and make run ids unique within it (contracts.md, Keys)."""
    flat = [run for root in found for run in walk(root)]
    counts: dict[str, int] = {}
    for run in flat:
        counts[run.run_id] = counts.get(run.run_id, 0) + 1
    used: dict[str, int] = {}

    def place(run: Run, number: list[int]) -> Run:
        number[0] += 1
        run_id = run.run_id or str(number[0])
        if run.run_id and counts[run.run_id] > 1:
            used[run_id] = used.get(run_id, 0) + 1
            run_id = f"{run_id}~{used[run_id]}"
        subs = tuple(place(sub, number) for sub in run.sub_runs)
        subs = tuple(
            msgspec.structs.replace(sub, parent=msgspec.structs.replace(sub.parent, run_id=run_id))
            if sub.parent is not None and sub.parent.run_id == run.run_id
            else sub
            for sub in subs
        )
        return msgspec.structs.replace(run, run_id=run_id, source=source, sub_runs=subs, notes=notes + run.notes)

    number = [0]
    for root in found:
        yield place(root, number)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Big parses make many objects and no garbage: collecting meanwhile doubles their time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def raw_records(decoded: Decoded, array: RecordArray) -> list[bytes]:
    """The exact bytes of the records of an array, as the file holds them."""
    part = decoded if array.part == 0 else decoded.companions[array.part - 1]
    match part:
        case JsonRecords(text=text, spans=spans):
            return [text[start:end] for start, end in spans[: array.count]]
        case JsonDocument(text=text):
            from viewer.model.position import parse_json_path

            spans = (
                part.spans(*parse_json_path(array.path))
                if isinstance(part.value, list) or array.path
                else [(0, len(text))]
            )
            return [text[start:end] for start, end in spans]
        case _:
            return []


def exists(path: str) -> bool:
    """Whether a file or folder has exactly this name."""
    return os.path.exists(path)
