"""Pictures that a file holds: base64 with a checked header. What only has an address is text and is never fetched."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any

MOST_PIXELS = 64_000_000
"""Pixels up to which a picture is drawn: a small file can hold a picture that fills the memory."""
LARGEST = 20_000_000
"""Bytes up to which it is drawn."""
_DATA_URL = re.compile(r"data:[\w./+-]*;base64,")


@dataclass(frozen=True)
class StoredImage:
    """A picture whose bytes the file holds."""

    media_type: str
    """By its header, whatever the file calls it."""
    base64: str
    bytes: int
    width: int
    height: int


def stored_image(raw: Any) -> StoredImage | str:
    """The picture in a block as vendors write it, or a sentence why none is drawn."""
    text = _base64_text(raw, 0)
    if text is None:
        return "no picture is stored in the file: an address in it is never fetched"
    if len(text) > LARGEST * 4 // 3:
        return f"not drawn: larger than {LARGEST:,} bytes"
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return "not drawn: what stands in the file is not base64"
    found = _header(data)
    if found is None:
        return "not drawn: the bytes are no PNG, JPEG, GIF or WebP picture; SVG is shown as text"
    media_type, width, height = found
    if not 0 < width * height <= MOST_PIXELS:
        return f"not drawn: {width:,} × {height:,} pixels"
    return StoredImage(media_type, base64.b64encode(data).decode(), len(data), width, height)


def _base64_text(raw: Any, depth: int) -> str | None:
    """The text of the first data that the block holds: `source.data`, a data URL, `inlineData.data`, `image`."""
    if isinstance(raw, str):
        match = _DATA_URL.match(raw)
        return raw[match.end() :] if match else None
    if not isinstance(raw, dict) or depth > 3:
        return None
    data = raw.get("data")
    if isinstance(data, str) and not data.startswith(("http:", "https:")):
        return _base64_text(data, depth) or data
    for key in ("source", "image_url", "url", "image", "inlineData", "inline_data", "input_image", "file"):
        if (found := _base64_text(raw.get(key), depth + 1)) is not None:
            return found
    return None


def _header(data: bytes) -> tuple[str, int, int] | None:
    """Media type, width and height, from the first bytes."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return "image/png", int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return "image/gif", int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    return None


def _webp(data: bytes) -> tuple[str, int, int] | None:
    match data[12:16]:
        case b"VP8 ":
            width, height = int.from_bytes(data[26:28], "little"), int.from_bytes(data[28:30], "little")
            return "image/webp", width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return "image/webp", (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
        case b"VP8X":
            return "image/webp", int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case _:
            return None


def _jpeg(data: bytes) -> tuple[str, int, int] | None:
    """Walks the segments to the frame header, which holds the size."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return (
                "image/jpeg",
                int.from_bytes(data[at + 7 : at + 9], "big"),
                int.from_bytes(data[at + 5 : at + 7], "big"),
            )
        at += 2 + length
    return None
