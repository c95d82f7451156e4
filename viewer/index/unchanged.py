"""Whether anything under some folders changed since they were last read into an index: names, sizes and dates alone.

It imports little on purpose: for 10,000 files it takes less time than to import what reads them.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from viewer.index.parser import parser_version

_FOLDER = "_looked"


def look(paths: Sequence[str | Path]) -> str | None:
    """A mark that changes with any file below these folders; None where one of them is no folder here."""
    known = hashlib.sha256(parser_version().encode())
    for path in paths:
        if "://" in str(path) or not Path(path).is_dir():
            return None
        place = str(Path(path).absolute())
        known.update(os.fsencode(place) + b"\0")
        for name, size, modified in _files(place):
            known.update(b"%b\0%d\0%d\n" % (os.fsencode(name), size, modified))
    return known.hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Name, size and date of everything below, in one order; what a link leads to, for links."""
    below: list[str] = []
    entries = []
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        yield folder, -1, -1
    for entry in entries:
        try:
            if entry.is_dir(follow_symlinks=False):
                below.append(entry.path)
                continue
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns
        except OSError:
            yield entry.path, -1, -1
    for one in below:
        yield from _files(one)


def sources_before(into: str | Path, paths: Sequence[str | Path], mark: str | None) -> int | None:
    """How many sources the same folders held, where nothing changed; None where it has to be looked at."""
    if mark is None or not Path(into, "runs", "_delta_log").is_dir():
        return None
    try:
        kept = json.loads(_place(into, paths).read_bytes())
    except (OSError, ValueError):
        return None
    return int(kept["sources"]) if str(kept.get("mark")).startswith(mark) else None


def remember(into: str | Path, paths: Sequence[str | Path], mark: str | None, sources: int) -> None:
    """Keep the mark of what was read: taken before the files were listed, so that later changes differ from it."""
    if mark is None or "://" in str(into):
        return
    place = _place(into, paths)
    place.parent.mkdir(exist_ok=True)
    whole = place.with_suffix(f".{os.getpid()}")
    whole.write_text(json.dumps({"mark": mark, "sources": sources}), encoding="utf-8")
    whole.replace(place)


def forget_looks(into: str | Path) -> None:
    """After rows were taken out: every file has to be looked at again."""
    shutil.rmtree(Path(into, _FOLDER), ignore_errors=True)


def _place(into: str | Path, paths: Sequence[str | Path]) -> Path:
    named = "\0".join(str(Path(path).absolute()) for path in paths)
    return Path(into, _FOLDER, hashlib.sha256(os.fsencode(named)).hexdigest()[:16] + ".json")
