"""From paths to sources, and from a source to its runs."""

import gc
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from viewer.archives import is_archive, may_be_archive, open_archive
from viewer.decode.decoder import decode
from viewer.decode.document import Decoded
from viewer.decode.unwrap import MAX_BYTES
from viewer.errors import RunFileError
from viewer.formats.mapping_errors import MAPPING_ERRORS, describe
from viewer.formats.placed import placed
from viewer.formats.registry import choose
from viewer.joining import joined, looks_like_archive
from viewer.listing import Listed, grouped, listed, may_hold_runs
from viewer.live_stores import notes_on
from viewer.model.run import Run
from viewer.model.source import Part, Source
from viewer.objects import is_object, object_part, object_sources, read_object
from viewer.real_paths import RealPaths


def sources(paths: Iterable[str | Path]) -> Iterator[Source]:
    """The sources under files and folders, each once, in the order given.

    Companions join their main file, files that hold parts of the same runs the first of them.

    Raises:
        RunFileError: a given path does not exist.
    """
    given = list(paths)
    found = [one for path in given if not is_object(path) for one in listed(path)]
    real_path = RealPaths()
    seen = {real_path(str(companion)) for one in found for companion in one.companions}
    names: set[str] = set()
    made: list[Source] = []
    for one in found:
        uri = str(one.path)
        try:
            looked = os.lstat(uri)
            is_link = stat.S_ISLNK(looked.st_mode)
            real = real_path(uri, is_link)
            if real in seen:
                continue
            seen.add(real)
            main = part_of(uri, os.stat(uri) if is_link else looked)  # noqa: PTH116  # a Path is half the time
            parts = (main, *[_part(companion) for companion in one.companions])
        except OSError:
            continue  # it vanished between listing and looking; nothing was promised yet
        name = _unused(one, names)
        names.add(name)
        if looks_like_archive(main) and is_archive(one.path):
            made.extend(_members(main, name))
        else:
            made.append(Source(name, parts))
    yield from joined(made)
    for path in given:
        if is_object(path):
            yield from object_sources(str(path))


def _members(archive: Part, name: str) -> Iterator[Source]:
    """The sources in an archive. One that cannot be listed, or has members that are never read, stands for itself."""
    try:
        found = open_archive(archive.uri)
    except RunFileError:
        yield Source(name, (archive,))
        return
    if found.skipped:
        yield Source(name, (archive,))
    root = Path()
    files = tuple(Path(member) for member in found.names if may_hold_runs(Path(member).name))
    for path, companions in grouped(files, root):
        parts = tuple(_member(archive, one.as_posix()) for one in (path, *companions))
        yield Source(f"{name}/{path.as_posix()}", parts)


def _member(archive: Part, member: str) -> Part:
    return Part(archive.uri, archive.version, archive.size, member)


def _unused(one: Listed, names: set[str]) -> str:
    """The file's name below its root; of two alike under different roots the second gets its root's name too."""
    name = one.name
    if name in names:
        depth = len(Path(one.name).parts)
        name = Path(*one.path.absolute().parts[-depth - 1 :]).as_posix()
    number = 1
    while name in names:
        number += 1
        name = f"{one.name}~{number}"
    return name


def _part(path: Path) -> Part:
    return part_of(str(path), path.stat())


def part_of(uri: str, found: os.stat_result) -> Part:
    """A file as its date and size tell it."""
    return Part(uri, f"{found.st_mtime_ns:x}-{found.st_size:x}", found.st_size)


def _now(uri: str) -> Part:
    return object_part(uri) if is_object(uri) else _part(Path(uri))


def as_it_is_now(source: Source) -> Source:
    """The same source with the versions and sizes that its parts have on disk now.

    Raises:
        RunFileError: a part is no longer there.
    """
    try:
        return Source(
            source.name,
            tuple(msgspec.structs.replace(_now(part.uri), member=part.member) for part in source.parts),
        )
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
    return opened(source, format).runs


@dataclass(frozen=True)
class Opened:
    """The runs of a source, and its content as it was decoded for them."""

    runs: tuple[Run, ...]
    decoded: Decoded


def opened(source: Source, format: str | None = None) -> Opened:
    """The runs of a source together with its content, read once; arguments and errors are those of `runs`."""
    with collector_paused():
        source, decoded = _decoded(source)
        chosen, view = choose(decoded, format)
        try:
            found = list(chosen.read(view))
        except MAPPING_ERRORS as error:
            raise RunFileError(source.name, f"is damaged as {chosen.title}: {describe(error)}") from error
        except RecursionError as error:
            raise RunFileError(source.name, "is nested deeper than this program reads") from error
        if not found:
            raise RunFileError(source.name, f"holds no run, read as {chosen.title}")
        notes = decoded.notes
        if decoded.companions and not (chosen.companions or chosen.heads or chosen.joins):
            notes += (f"{len(decoded.companions)} files that belong to this one are not read as {chosen.title}",)
        return Opened(tuple(placed(found, source, notes)), decoded)


def decode_source(source: Source) -> Decoded:
    """The content of the main part, with the other parts as companions; one that is unreadable stays out, noted.

    Raises:
        RunFileError: the main part cannot be read.
    """
    return _decoded(source)[1]


def _decoded(source: Source) -> tuple[Source, Decoded]:
    """The content, and the source as it was when it was read: a file that is still written grows meanwhile."""
    read = [_read(source.parts[0])]
    main = decode(read[0].content, source.name)
    companions: list[Decoded] = []
    notes = list(notes_on(source.parts[0], main))
    for part in source.parts[1:]:
        try:
            read.append(_read(part))
            companions.append(decode(read[-1].content, part.uri))
        except RunFileError as error:
            notes.append(f"a companion could not be read: {error}")
            companions.append(Decoded(name=part.uri))
    if source.parts[1:] or notes:
        main = replace(main, companions=tuple(companions), notes=(*main.notes, *notes))
    as_read = {(one.part.uri, one.part.member): one.part for one in read}
    return Source(source.name, tuple(as_read.get((part.uri, part.member), part) for part in source.parts)), main


def part_bytes(part: Part) -> bytes:
    """The bytes of a part as stored.

    Raises:
        RunFileError: it is gone, cannot be read, or is larger than what is read at once.
    """
    return _read(part).content


@dataclass(frozen=True)
class _Content:
    part: Part
    content: bytes


def _read(part: Part) -> _Content:
    if is_object(part.uri):
        return _Content(*read_object(part.uri))
    if part.member is not None:
        archive = open_archive(part.uri)
        content = archive.read(part.member)
        return _Content(msgspec.structs.replace(_part(Path(part.uri)), member=part.member), content)
    try:
        # A pipe is not opened: that would wait for its other end.
        if not stat.S_ISREG(os.stat(part.uri).st_mode):  # noqa: PTH116  # of a small file a Path is half the time
            raise RunFileError(part.uri, "is no file that can be read: check what it is and its permissions")
        with open(part.uri, "rb", buffering=0) as file:
            now = os.fstat(file.fileno())
            is_large = now.st_size > MAX_BYTES
            content = file.read(512) if is_large else file.readall()
            if may_be_archive(content[:512]) and is_archive(Path(part.uri)):
                skipped = open_archive(part.uri).skipped
                raise RunFileError(part.uri, f"{len(skipped):,} members are never read: {'; '.join(skipped[:20])}")
            if is_large:
                raise RunFileError(
                    part.uri, f"holds {now.st_size:,} bytes; more than {MAX_BYTES:,} cannot be opened yet: split it"
                )
            return _Content(part_of(part.uri, now), content)
    except FileNotFoundError as error:
        raise RunFileError(part.uri, "is no longer there: reload the list") from error
    except OSError as error:
        raise RunFileError(part.uri, f"cannot be read ({error.strerror}): check its permissions") from error


@contextmanager
def collector_paused() -> Iterator[None]:
    """Big parses make many objects and no garbage: collecting meanwhile doubles their time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
