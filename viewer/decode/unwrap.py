"""Takes the wrapping off: gzip, byte order marks, UTF-16; refuses what cannot be text."""

import zlib

from viewer.decode.zstd_frames import SIGN, ZstdError, unzstd
from viewer.errors import RunFileError

MAX_BYTES = 256 * 1024 * 1024
"""What is read at once; larger sources wait for lazy opening."""
MAX_GZIP_MEMBERS = 100_000
_GZIP = b"\x1f\x8b"
_STEP_IN, _STEP_OUT = 16 * 1024, 1024 * 1024
_NOT_IN_TEXT = bytes((*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)))
_IN_TEXT = bytes(byte for byte in range(256) if byte not in _NOT_IN_TEXT)
_KINDS = (
    (b"SQLite format 3\x00", "a packed SQLite store"),
    (b"PAR1", "a packed Parquet table"),
    (b"\x89PNG", "a PNG image"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a program"),
)


def utf8_text(data: bytes, name: str) -> tuple[bytes, tuple[str, ...]]:
    """The text as UTF-8 without byte order mark, and what was taken off.

    Raises:
        RunFileError: empty, too large, a Git LFS pointer, or not text.
    """
    notes: list[str] = []
    if data.startswith(_GZIP):
        data, trouble = _gunzip(data, name)
        notes.append("gzip: the content was decompressed in memory" + (f"; {trouble}" if trouble else ""))
    elif data.startswith(SIGN):
        try:
            data = unzstd(data, MAX_BYTES)
        except ZstdError as error:
            raise RunFileError(name, f"is a damaged zstd file ({error}): get it again") from error
        notes.append("zstd: the content was decompressed in memory")
    if len(data) > MAX_BYTES:
        raise RunFileError(name, f"holds {len(data):,} bytes; more than {MAX_BYTES:,} cannot be opened yet: split it")
    if data.startswith(b"version https://git-lfs"):
        raise RunFileError(name, "is a Git LFS pointer, not the file itself: run `git lfs pull`")
    for magic, kind in _KINDS:
        if data.startswith(magic):
            raise RunFileError(name, f"is {kind}; no format reads that: give the run file itself")
    data, mark = _without_mark(data)
    notes.extend(mark)
    if not data[:4096].strip() and not data.strip():
        raise RunFileError(name, "is empty: it holds no record" if data else "is empty (0 bytes)")
    head = data[:4096].rstrip(b"\x00")  # a crash of the machine leaves zeros at the end of a file
    if len(head.translate(None, _IN_TEXT)) * 20 > len(head) or not head:
        raise RunFileError(name, "holds binary content, not text: give a run file (JSON, JSONL)")
    return data, tuple(notes)


def _gunzip(data: bytes, name: str) -> tuple[bytes, str]:
    """The decompressed content, and in words what is wrong with the file, if anything."""
    parts: list[bytes] = []
    size = members = at = 0
    view = memoryview(data)
    while data.startswith(_GZIP, at):
        members += 1
        if members > MAX_GZIP_MEMBERS:
            raise RunFileError(name, f"has more than {MAX_GZIP_MEMBERS:,} gzip members: unpack it")
        stream = zlib.decompressobj(wbits=31)
        while not stream.eof:
            given: bytes | memoryview = stream.unconsumed_tail
            if not given:
                given = view[at : at + _STEP_IN]
                at += len(given)
                if not given:
                    return b"".join(parts), "its end is missing"
            try:
                piece = stream.decompress(given, _STEP_OUT)
            except zlib.error as error:
                if not parts:
                    raise RunFileError(name, f"is a damaged gzip file ({error}): get it again") from error
                return b"".join(parts), f"it is damaged near byte {at:,} ({error}), and what followed could not be read"
            parts.append(piece)
            size += len(piece)
            if size > MAX_BYTES:
                raise RunFileError(name, f"decompresses to more than {MAX_BYTES:,} bytes: unpack and split it")
        at -= len(stream.unused_data)
    left = len(view[at:].tobytes().strip(b"\x00"))
    return b"".join(parts), f"{left:,} bytes after its end are no gzip and were left out" if left else ""


def _without_mark(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:], ("a UTF-8 byte order mark stood at the start",)
    encoding = _utf16_kind(data)
    if encoding is None:
        return data, ()
    text = data.removeprefix(b"\xff\xfe" if encoding == "utf-16-le" else b"\xfe\xff")
    note = f"the text was {encoding.upper()}"
    if len(text) % 2:
        text, note = text[:-1], f"{note}; half of its last character is missing"
    return text.decode(encoding, "surrogatepass").encode("utf-8", "surrogatepass"), (note,)


def _utf16_kind(data: bytes) -> str | None:
    """By its mark, or by every second byte being zero as in ASCII text."""
    if data.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if data.startswith(b"\xfe\xff"):
        return "utf-16-be"
    head = data[:16]
    if len(head) >= 2 and not any(head[1::2]) and all(head[::2]):
        return "utf-16-le"
    if len(head) >= 2 and not any(head[::2]) and all(head[1::2]):
        return "utf-16-be"
    return None
