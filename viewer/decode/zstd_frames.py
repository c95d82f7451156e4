"""Zstandard, with a limit on what comes out and on the memory that a frame may ask for."""

import sys
from pathlib import Path
from typing import IO, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAX_WINDOW_LOG = 27
"""A window of 128 MB, as the command line tool allows without a switch."""
ZstdError = zstd.ZstdError
SIGN = b"\x28\xb5\x2f\xfd"


_OPTIONS: dict[int, int] = {zstd.DecompressionParameter.window_log_max: MAX_WINDOW_LOG}


def unzstd_stream(file: Path | IO[bytes]) -> IO[bytes]:
    """A file that unpacks while it is read; what comes out has no limit of its own."""
    return cast(IO[bytes], zstd.ZstdFile(file, options=_OPTIONS))


def unzstd(stored: bytes | memoryview, limit: int) -> bytes:
    """One frame or several in a row, which the standard allows; at most `limit` + 1 bytes of them.

    Raises:
        ZstdError: damaged, or a window beyond the limit.
    """
    parts: list[bytes] = []
    room = limit + 1
    rest: bytes | memoryview = stored
    while rest and room > 0:
        stream = zstd.ZstdDecompressor(options=_OPTIONS)
        piece = stream.decompress(rest, room)
        parts.append(piece)
        room -= len(piece)
        rest = stream.unused_data if stream.eof else b""
    return parts[0] if len(parts) == 1 else b"".join(parts)
