"""Takes the wrapping off: gzip, byte order marks, UTF-16; refuses what cannot be text."""

import zlib

from viewer.errors import RunFileError

MAX_BYTES = 256 * 1024 * 1024
"""What is read at once; larger sources wait for lazy opening."""


def utf8_text(data: bytes, name: str) -> tuple[bytes, tuple[str, ...]]:
    """The text as UTF-8 without byte order mark, and what was taken off.

    Raises:
        RunFileError: empty, too large, a Git LFS pointer, or not text.
    """
    notes: list[str] = []
    if data[:2] == b"\x1f\x8b":
        data, cut = _gunzip(data, name)
        notes.append("gzip: the content was decompressed in memory" + (", its end is missing" if cut else ""))
    if len(data) > MAX_BYTES:
        raise RunFileError(name, f"holds {len(data):,} bytes; more than {MAX_BYTES:,} cannot be opened yet: split it")
    _refuse_binary(data, name)
    data, mark = _without_mark(data, name)
    notes.extend(mark)
    if not data[:4096].strip() and not data.strip():
        raise RunFileError(name, "is empty: it holds no record" if data else "is empty (0 bytes)")
    if b"\x00" in data[:4096]:
        raise RunFileError(name, "holds binary content, not text: give a run file (JSON, JSONL)")
    return data, tuple(notes)


def _gunzip(data: bytes, name: str) -> tuple[bytes, bool]:
    """The decompressed content, and whether the stream stops before its end."""
    parts: list[bytes] = []
    size = 0
    while data:
        stream = zlib.decompressobj(wbits=31)
        try:
            piece = stream.decompress(data, MAX_BYTES - size + 1)
        except zlib.error as error:
            if parts and not data.strip(b"\x00"):
                break
            raise RunFileError(name, f"is a damaged gzip file ({error}): get it again") from error
        parts.append(piece)
        size += len(piece)
        if size > MAX_BYTES:
            raise RunFileError(name, f"decompresses to more than {MAX_BYTES:,} bytes: unpack and split it")
        if not stream.eof:
            return b"".join(parts), True
        data = stream.unused_data
    return b"".join(parts), False


def _refuse_binary(data: bytes, name: str) -> None:
    if data.startswith(b"version https://git-lfs"):
        raise RunFileError(name, "is a Git LFS pointer, not the file itself: run `git lfs pull`")
    for magic, kind in (
        (b"PK\x03\x04", "a zip archive"),
        (b"SQLite format 3\x00", "an SQLite database"),
        (b"PAR1", "a Parquet table"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
        (b"\x89PNG", "a PNG image"),
        (b"%PDF", "a PDF document"),
    ):
        if data.startswith(magic):
            raise RunFileError(name, f"is {kind}; no format reads that: give the run file itself")


def _without_mark(data: bytes, name: str) -> tuple[bytes, tuple[str, ...]]:
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:], ("a UTF-8 byte order mark stood at the start",)
    for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        bare = data[:2] in (b"{\x00", b"[\x00") if encoding == "utf-16-le" else data[:2] in (b"\x00{", b"\x00[")
        if data.startswith(mark) or bare:
            text = data.removeprefix(mark)
            if len(text) % 2:
                text = text[:-1]
            decoded = text.decode(encoding, "surrogatepass")
            return decoded.encode("utf-8", "surrogatepass"), (f"the text was {encoding.upper()}",)
    return data, ()
