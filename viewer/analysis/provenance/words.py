"""The words of folded text as numbers: equal words and runs of words have equal numbers, and others hardly ever."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.analysis.provenance.folded import PAD, WORD

Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
_KINDS = WORD.tobytes()
_PART = np.array([(1 << (8 * count)) - 1 for count in range(9)], np.uint64)
"""Of eight bytes so many."""
# Odd numbers without a pattern, as multiplicative hashing wants them.
_ONE, _TWO, _THREE, _FOUR = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0x165667B19E3779F9),
    np.uint64(0xD6E8FEB86659FD93),
)
_HIGH, _HALF = np.uint64(29), np.uint64(32)


@dataclass(frozen=True)
class Words:
    """The words of a text in order: runs of letters, digits and underscores."""

    starts: Places
    keys: Keys
    """From the first and last eight bytes of a word and its length."""


def words(folded: bytes) -> Words:
    """The words of folded text, which ends in padding."""
    # `translate` looks each byte up in half the time that an array's index needs.
    kinds = np.frombuffer(folded.translate(_KINDS), np.bool_)[:-PAD]
    edges = np.flatnonzero(kinds[1:] != kinds[:-1]) + 1
    if len(kinds) and kinds[0]:
        edges = np.concatenate((np.zeros(1, edges.dtype), edges))
    if len(edges) % 2:
        edges = np.append(edges, len(kinds))
    starts, ends = edges[0::2], edges[1::2]
    eights: Keys = np.ndarray((len(folded) - PAD + 1,), np.uint64, buffer=folded, strides=(1,))
    lengths = ends - starts
    part = _PART[np.minimum(lengths, 8)]
    keys = (eights[starts] & part) * _ONE
    longer = np.flatnonzero(lengths > 8)
    keys[longer] ^= eights[ends[longer] - 8] * _TWO
    keys ^= keys >> _HIGH
    keys ^= lengths.astype(np.uint64) * _THREE
    keys *= _FOUR
    keys ^= keys >> _HALF
    return Words(starts, keys)


def doubled(keys: Keys, size: int) -> Keys:
    """From the numbers of runs of `size` words those of runs twice as long."""
    return keys[:-size] * _ONE + keys[size:] * _TWO if len(keys) > size else keys[:0]
