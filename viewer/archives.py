"""Archives read in place: their members by name, with limits on the bytes that really come out."""

import gzip
import io
import stat
import tarfile
import threading
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO, Protocol, cast

from viewer.decode.members import MAX_MEMBER_BYTES, MAX_MEMBERS, MAX_TOTAL_BYTES, Members, members
from viewer.decode.unwrap import MAX_BYTES
from viewer.decode.zstd_frames import SIGN, ZstdError, unzstd_stream
from viewer.errors import RunFileError

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst")
"""In folders, only files with one of these are looked into; a file that is named is always looked at."""
MAX_RATIO = 100
"""Times that more than `FREE_BYTES` may be larger than the archive: no run file shrinks so much."""
FREE_BYTES = MAX_MEMBER_BYTES
_ZIP_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP_SIGN = b"\x1f\x8b"
_TAR_SIGN, _TAR_SIGN_AT = b"ustar", 257
MAX_EMPTY_MEMBERS = 10_000
"""Of a tar archive: an empty member takes no room in it, but time to list."""
_WHOLE_LOGS = ("header.json", "_journal/start.json")
"""Members that make a zip archive one source of its own, which a format reads whole."""


class Archive(Protocol):
    """A listed archive."""

    names: tuple[str, ...]
    """Members that are plain files, in the order of the archive; the second of two equal names is `NAME~2`."""
    skipped: tuple[str, ...]
    """Sentences on members that are never read."""

    def read(self, name: str) -> bytes:
        """The content of one member."""
        ...


def may_be_archive(head: bytes) -> bool:
    """Whether the first 512 bytes of a file do not rule out that it is an archive."""
    packed = head[:2] == _GZIP_SIGN or head[:4] == SIGN
    return packed or head[:4] in _ZIP_SIGNS or head[_TAR_SIGN_AT : _TAR_SIGN_AT + 5] == _TAR_SIGN


def is_archive(path: Path) -> bool:
    """Whether a file is an archive of sources: by its first bytes, and for zip by its members."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for its other end
            return False
        with open(path, "rb") as file:
            head = file.read(512)
    except OSError:
        return False
    if not may_be_archive(head):
        return False
    if head[:4] in _ZIP_SIGNS:
        try:
            names = open_archive(path).names
        except RunFileError:
            return path.suffix.lower() == ".zip"  # whoever reads it hears why
        return not any(sign in names for sign in _WHOLE_LOGS)
    if head[_TAR_SIGN_AT : _TAR_SIGN_AT + 5] == _TAR_SIGN:
        return True
    return _unpacked_head(path, head)[_TAR_SIGN_AT : _TAR_SIGN_AT + 5] == _TAR_SIGN


def has_archive_name(name: str) -> bool:
    """Whether a file's name promises an archive."""
    return name.lower().endswith(SUFFIXES)


def _unpacked_head(path: Path, head: bytes) -> bytes:
    try:
        if head[:2] == _GZIP_SIGN:
            with gzip.open(path) as stream:
                return stream.read(512)
        if head[:4] == SIGN:
            with unzstd_stream(path) as stream:
                return stream.read(512)
    except (OSError, EOFError, zlib.error, ZstdError):
        return b""
    return b""


def open_archive(path: str | Path) -> Archive:
    """List an archive; the last few stay open, so that reading member after member is one pass.

    Raises:
        RunFileError: damaged, or beyond a limit.
    """
    try:
        found = Path(path).stat()
    except OSError as error:
        raise RunFileError(str(path), "is no longer there: reload the list") from error
    opened = _opened(str(path), found.st_mtime_ns, found.st_size)
    if isinstance(opened, RunFileError):
        raise opened
    return opened


@lru_cache(maxsize=2)
def _opened(path: str, mtime_ns: int, size: int) -> Archive | RunFileError:
    """The archive, or why it is refused: finding that out may take seconds, so that it is kept as well."""
    try:
        return _listed(path, size)
    except RunFileError as error:
        return error


def _listed(path: str, size: int) -> Archive:
    with open(path, "rb") as file:
        head = file.read(4)
    if head in (b"PK\x03\x04", b"PK\x05\x06"):
        if size > MAX_BYTES:
            raise RunFileError(path, f"holds {size:,} bytes; a zip archive beyond {MAX_BYTES:,} has to be unpacked")
        return _Zip(members(Path(path).read_bytes(), path))
    return _Tar(path, size)


class _Zip:
    """A zip archive."""

    def __init__(self, listed: Members) -> None:
        self._listed = listed
        self.names = listed.names
        self.skipped = listed.notes

    def read(self, name: str) -> bytes:
        if name not in self._listed.entries:
            raise RunFileError(f"{self._listed.name}:{name}", "is no longer in the archive: reload the list")
        return self._listed.read(name)


class _Tar:
    """A tar archive, packed or not, read forward as long as its members are asked for in order."""

    def __init__(self, path: str, size: int) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._entries: dict[str, tarfile.TarInfo] = {}
        skipped: list[str] = []
        seen: dict[str, int] = {}
        try:
            self._tar = tarfile.open(fileobj=_Counted(_unpacked(path), path, size), mode="r:")  # noqa: SIM115  # kept open
            for entry in self._listed():
                reason = _refused(entry)
                if reason:
                    skipped.append(f"member {entry.name[:200]!r} was skipped: {reason}")
                    continue
                number = seen.get(entry.name, 0) + 1
                name = entry.name if number == 1 else f"{entry.name}~{number}"
                while name in self._entries:
                    number += 1
                    name = f"{entry.name}~{number}"
                seen[entry.name] = number  # not counted from 1 again: all members may have one name
                self._entries[name] = entry
        except (tarfile.TarError, EOFError, OSError, zlib.error, ZstdError) as error:
            raise RunFileError(path, f"is a damaged archive ({error}): get it again") from error
        self.names = tuple(self._entries)
        self.skipped = tuple(skipped)

    def _listed(self) -> Iterator[tarfile.TarInfo]:
        empty = 0
        for number, entry in enumerate(self._tar, 1):
            if number > MAX_MEMBERS:
                raise RunFileError(self._path, f"lists more than {MAX_MEMBERS:,} members: unpack and split it")
            if not entry.isdir():
                empty += entry.size == 0
                if empty > MAX_EMPTY_MEMBERS:
                    raise RunFileError(self._path, f"lists more than {MAX_EMPTY_MEMBERS:,} empty members: unpack it")
                yield entry

    def read(self, name: str) -> bytes:
        place = f"{self._path}:{name}"
        entry = self._entries.get(name)
        if entry is None:
            raise RunFileError(place, "is no longer in the archive: reload the list")
        if entry.size > MAX_MEMBER_BYTES:
            raise RunFileError(place, f"holds {entry.size:,} bytes; more than {MAX_MEMBER_BYTES:,} cannot be read")
        try:
            with self._lock:
                file = self._tar.extractfile(entry)
                content = b"" if file is None else file.read()
        except (tarfile.TarError, EOFError, OSError, zlib.error, ZstdError) as error:
            raise RunFileError(place, f"cannot be unpacked ({error}): the archive is damaged, get it again") from error
        if len(content) != entry.size:
            raise RunFileError(place, "is shorter than the archive says: its end is missing, get it again")
        return content


def _refused(entry: tarfile.TarInfo) -> str | None:
    if entry.issym() or entry.islnk():
        return "it is a link"
    if not entry.isreg():
        return "it is no plain file"
    path = PurePosixPath(entry.name.replace("\\", "/"))
    if path.is_absolute() or entry.name[1:2] == ":":
        return "its name is an absolute path"
    if ".." in path.parts:
        return "its name leads out of the archive"
    return None


def _unpacked(path: str) -> IO[bytes]:
    file = open(path, "rb")  # noqa: SIM115  # lives as long as the archive is kept
    head = file.read(4)
    file.seek(0)
    if head[:2] == b"\x1f\x8b":
        return cast(IO[bytes], gzip.GzipFile(fileobj=file))
    if head == SIGN:
        return unzstd_stream(file)
    return file


class _Counted(io.RawIOBase):
    """Refuses to go on where far more comes out than went in."""

    def __init__(self, stream: IO[bytes], path: str, size: int) -> None:
        self._stream, self._path, self._size = stream, path, max(1, size)

    def read(self, size: int = -1) -> bytes:
        content = self._stream.read(size)
        self._check(self._stream.tell())
        return content

    def seek(self, offset: int, whence: int = 0) -> int:
        # A packed stream goes forward by unpacking, so a jump is made in steps that are counted.
        target = offset if whence == 0 else self._stream.tell() + offset
        while (at := self._stream.tell()) < target:
            reached = self._stream.seek(min(target, at + (16 << 20)))
            self._check(reached)
            if reached <= at:
                break
        return self._stream.seek(offset, whence) if self._stream.tell() != target else target

    def tell(self) -> int:
        return self._stream.tell()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def _check(self, out: int) -> None:
        if out > MAX_TOTAL_BYTES or (out > FREE_BYTES and out > self._size * MAX_RATIO):
            raise RunFileError(self._path, f"unpacks to more than {out:,} bytes: it is refused; unpack it by hand")
