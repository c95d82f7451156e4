"""A zip archive as its members, read one at a time, with limits on the bytes that really come out."""

import stat
import zipfile
import zlib
from dataclasses import dataclass, field
from io import BytesIO

from viewer.decode.document import Decoded
from viewer.decode.zstd_frames import ZstdError, unzstd
from viewer.errors import RunFileError

ZIP_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
"""First bytes of an archive with members, and of one without any."""
MAX_MEMBERS = 100_000
MAX_MEMBER_BYTES = 256 * 1024 * 1024
MAX_TOTAL_BYTES = 4 * 1024 * 1024 * 1024
"""Of all members that are read, each counted once."""
_LISTED = 20
_DIRECTORY_ENTRY = b"PK\x01\x02"
_LOCAL_HEADER = 30


@dataclass(frozen=True, kw_only=True)
class Members(Decoded):
    """The members of an archive. Nothing is decompressed before it is asked for."""

    data: bytes = field(repr=False)
    entries: dict[str, zipfile.ZipInfo] = field(repr=False)
    """By name, in the order of the archive; the second of two equal names is `NAME~2`."""
    sizes: dict[str, int] = field(default_factory=dict, repr=False)
    """Bytes that came out of each member read so far."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the order of the archive."""
        return tuple(self.entries)

    def newest(self, name: str) -> str | None:
        """The last member of that name: a writer that updates an archive appends."""
        found = None
        for each, entry in self.entries.items():
            if entry.filename == name:
                found = each
        return found

    def read(self, name: str) -> bytes:
        """The content of one member.

        Raises:
            RunFileError: damaged, encrypted, compressed in a way that is not read, or beyond a limit.
        """
        place = f"{self.name}:{name}"
        content = _decompressed(self.entries[name], self.data, place)
        self.sizes[name] = len(content)
        if sum(self.sizes.values()) > MAX_TOTAL_BYTES:
            raise RunFileError(place, f"takes the archive beyond {MAX_TOTAL_BYTES:,} decompressed bytes: split it")
        return content


def members(data: bytes, name: str) -> Members:
    """List an archive.

    Raises:
        RunFileError: it is no whole zip archive, or lists more members than any run file does.
    """
    if data.count(_DIRECTORY_ENTRY) > MAX_MEMBERS:
        raise RunFileError(name, f"lists more than {MAX_MEMBERS:,} members: unpack and split it")
    try:
        listed = zipfile.ZipFile(BytesIO(data)).infolist()
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
        raise RunFileError(name, f"is no whole zip archive ({error}): its end may be missing, get it again") from error
    _check_places(listed, name)
    entries: dict[str, zipfile.ZipInfo] = {}
    counts: dict[str, int] = {}
    skipped: list[str] = []
    for entry in listed:
        if entry.is_dir():
            continue
        reason = _refused(entry)
        if reason is not None:
            skipped.append(f"member {entry.filename[:200]!r} was skipped: {reason}")
            continue
        counts[entry.filename] = number = counts.get(entry.filename, 0) + 1
        entries[entry.filename if number == 1 else f"{entry.filename}~{number}"] = entry
    notes = tuple(skipped[:_LISTED])
    if len(skipped) > _LISTED:
        notes += (f"{len(skipped) - _LISTED:,} more members were skipped",)
    return Members(name=name, notes=notes, data=data, entries=entries)


def _check_places(listed: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse members that share bytes: a few of them would unpack to more than any disk holds."""
    end = 0
    for entry in sorted(listed, key=lambda entry: entry.header_offset):
        if entry.header_offset < end:
            raise RunFileError(name, f"lists members that overlap ({entry.filename[:200]!r}): no archiver writes that")
        end = entry.header_offset + _LOCAL_HEADER + entry.compress_size


def _refused(entry: zipfile.ZipInfo) -> str | None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return "it is a link"
    if kind not in (0, stat.S_IFREG):
        return "it is no plain file"
    path = entry.filename.replace("\\", "/")
    if path.startswith("/") or path[1:2] == ":":
        return "its name is an absolute path"
    if ".." in path.split("/"):
        return "its name leads out of the archive"
    return None


def _decompressed(entry: zipfile.ZipInfo, data: bytes, place: str) -> bytes:
    """The bytes of a member. `zipfile` itself reads zstd without any bound on what comes out of one step."""
    if entry.flag_bits & 1:
        raise RunFileError(place, "is encrypted: unpack the archive and give the files")
    head = entry.header_offset
    name_length = int.from_bytes(data[head + 26 : head + 28], "little")
    extra_length = int.from_bytes(data[head + 28 : head + 30], "little")
    start = head + _LOCAL_HEADER + name_length + extra_length
    end = start + entry.compress_size
    if data[head : head + 4] != ZIP_SIGNS[0] or end > len(data):
        raise RunFileError(place, "is not where the archive's list says: the archive is damaged, get it again")
    stored = memoryview(data)[start:end]
    try:
        content = _by_method(entry.compress_type, stored)
    except (zlib.error, ZstdError, EOFError, MemoryError) as error:
        raise RunFileError(place, f"cannot be decompressed ({error}): the archive is damaged, get it again") from error
    if content is None:
        raise RunFileError(place, f"is compressed by method {entry.compress_type}, which is not read: pack it anew")
    if len(content) > MAX_MEMBER_BYTES:
        raise RunFileError(place, f"decompresses to more than {MAX_MEMBER_BYTES:,} bytes: unpack and split it")
    if len(content) != entry.file_size or zlib.crc32(content) != entry.CRC:
        raise RunFileError(place, "does not fit its checksum: the archive is damaged, get it again")
    return content


def _by_method(method: int, stored: memoryview) -> bytes | None:
    match method:
        case zipfile.ZIP_STORED:
            return bytes(stored)
        case zipfile.ZIP_DEFLATED:
            return zlib.decompressobj(-15).decompress(stored, MAX_MEMBER_BYTES + 1)
        case 93:
            return unzstd(stored, MAX_MEMBER_BYTES)
        case _:
            return None
