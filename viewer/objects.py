"""Sources in object storage (`s3://…`), listed by prefix and read whole, through fsspec."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from viewer.decode.unwrap import MAX_BYTES
from viewer.errors import RunFileError
from viewer.listing import grouped, may_hold_runs
from viewer.model.source import Part, Source

SCHEMES = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "memory")
"""Stores that list and read by name. An address of the web is none: nothing is fetched from there."""

_VERSIONS = ("ETag", "etag", "LastModified", "last_modified", "updated", "created")
"""What stores call the mark of an object's content, the surest first."""


def is_object(path: object) -> bool:
    """Whether a path is an address in object storage."""
    return str(path).partition("://")[0] in SCHEMES and "://" in str(path)


def object_sources(prefix: str) -> Iterator[Source]:
    """The sources below a prefix, or the one object of that name; companions join their main one, as in a folder.

    Raises:
        RunFileError: nothing is there, or it cannot be listed.
    """
    found = _listed(prefix)
    if list(found) == [""]:
        yield Source(prefix.rpartition("/")[2], (found[""],))
        return
    files = tuple(Path(name) for name in sorted(found) if may_hold_runs(Path(name).name))
    for path, companions in grouped(files, Path()):
        yield Source(path.as_posix(), tuple(found[one.as_posix()] for one in (path, *companions)))


def _listed(prefix: str) -> dict[str, Part]:
    """By the name below the prefix; "" is the prefix itself."""
    place = prefix.rstrip("/")
    scheme, _, root = place.partition("://")
    try:
        infos = _store(scheme).find(root, detail=True)
    except _refusals() as error:
        raise RunFileError(prefix, f"cannot be listed ({error}): check the address and its credentials") from error
    parts = {
        path.removeprefix("/").removeprefix(root.removeprefix("/")).removeprefix("/"): _part(f"{scheme}://{path}", info)
        for path, info in infos.items()
        if info.get("type", "file") == "file"
    }
    if not parts:
        raise RunFileError(prefix, "holds nothing: check the address")
    return parts


def object_part(uri: str) -> Part:
    """An object as it is now.

    Raises:
        RunFileError: it is not there, or may not be looked at.
    """
    scheme, _, path = uri.partition("://")
    try:
        return _part(uri, _store(scheme).info(path))
    except FileNotFoundError as error:
        raise RunFileError(uri, "is no longer there: reload the list") from error
    except _refusals() as error:
        raise RunFileError(uri, f"cannot be read ({error}): check its permissions") from error


def read_object(uri: str) -> tuple[Part, bytes]:
    """An object with its version as it was read.

    Raises:
        RunFileError: it is gone, cannot be read, or is larger than what is read at once.
    """
    before = object_part(uri)
    if before.size > MAX_BYTES:
        raise RunFileError(uri, f"holds {before.size:,} bytes; more than {MAX_BYTES:,} cannot be opened yet: split it")
    scheme, _, path = uri.partition("://")
    try:
        return before, _store(scheme).cat_file(path)
    except _refusals() as error:
        raise RunFileError(uri, f"cannot be read ({error}): check its permissions") from error


def _part(uri: str, info: dict[str, Any]) -> Part:
    version = next((info[name] for name in _VERSIONS if info.get(name)), "")
    if isinstance(version, datetime):
        version = version.timestamp()
    size = int(info.get("size") or 0)
    return Part(uri, f"{str(version).strip(chr(34))}-{size:x}", size)


@lru_cache(8)
def _store(scheme: str) -> Any:
    try:
        fsspec: Any = import_module("fsspec")  # only who keeps runs in an object store needs it
        return fsspec.filesystem(scheme, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        raise RunFileError(f"{scheme}://", "needs a library: pip install 'trajectory-viewer[cluster]'") from error


@lru_cache(1)
def _refusals() -> tuple[type[Exception], ...]:
    """What stores raise; Amazon's library has errors of its own, such as that of missing credentials."""
    try:
        return (OSError, ValueError, import_module("botocore.exceptions").BotoCoreError)
    except ImportError:
        return (OSError, ValueError)
