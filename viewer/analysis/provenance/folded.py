"""Texts as bytes, one a character, so that a place in the bytes is a place in the text.

A character outside ASCII becomes a byte that keeps only its kind: what is found in the bytes is compared in the text.
"""

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint8]
PAD = 8
"""Bytes after the last text, so that eight can be read from every place in it."""
BETWEEN = b"\n"
_OTHER, _DIGIT = 1, 255
"""For characters that are neither letter nor digit, and for digits, outside ASCII."""


class _Fold(dict[int, int]):
    def __missing__(self, code: int) -> int:
        letter = chr(code)
        made = code
        if code > 127:
            made = _DIGIT if letter.isdigit() else 128 + code % 127 if letter.isalnum() else _OTHER
        self[code] = made
        return made


_FOLD = _Fold()
WORD = np.array([code > 127 or code == 95 or chr(code).isalnum() for code in range(256)])
"""By byte: whether it joins with its neighbours to a word."""
DIGIT = np.array([48 <= code < 58 or code == _DIGIT for code in range(256)])
SEPARATOR = np.array([chr(code) in ".," for code in range(256)])
"""Of a number's digits."""


def fold(text: str) -> bytes:
    """As many bytes as the text has characters."""
    return text.encode() if text.isascii() else text.translate(_FOLD).encode("latin-1")


def eights(folded: bytes) -> npt.NDArray[np.uint64]:
    """For each place in folded text, which ends in padding, the eight bytes from there on as one number."""
    return np.ndarray((len(folded) - PAD + 1,), np.uint64, buffer=folded, strides=(1,))


def joined(texts: list[str]) -> tuple[bytes, npt.NDArray[np.int64]]:
    """All texts in a row, and where each starts; one more place says where the next would."""
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) + 1 for text in texts], out=starts[1:])
    if all(text.isascii() for text in texts):
        return "\n".join([*texts, "\0" * PAD]).encode(), starts
    return BETWEEN.join([*map(fold, texts), bytes(PAD)]), starts
