"""The words of folded text as numbers: equal words and runs of words have equal numbers, and others hardly ever."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from viewer.analysis.provenance.folded import PAD, WORD, eights

Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
LONGEST_RUN = 8
"""Words of the longest run that has a number."""
_KINDS = WORD.tobytes()
PART = np.array([(1 << (8 * count)) - 1 for count in range(9)], np.uint64)
"""Of eight bytes so many."""
# Odd numbers without a pattern, as multiplicative hashing wants them.
_ONE, _TWO, _THREE, _FOUR = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0x165667B19E3779F9),
    np.uint64(0xD6E8FEB86659FD93),
)
_HIGH, _HALF = np.uint64(29), np.uint64(32)
_AFTER = np.zeros(3 * LONGEST_RUN, np.uint64)
"""Behind the last word, so that a run can be asked for at every place and a little after it."""


@dataclass(frozen=True)
class Words:
    """The words of a text in order: runs of letters, digits and underscores."""

    starts: Places
    keys: Keys
    """From the first and last eight bytes of a word and its length."""

    @cached_property
    def _pairs(self) -> Keys:
        keys = np.concatenate((self.keys, _AFTER))
        return _both(keys[:-1], keys[1:])

    def pairs(self) -> Keys:
        """For each word the number of the run of two that starts there."""
        return self._pairs[: len(self.keys)]

    def runs(self, places: Places, size: int) -> Keys:
        """The numbers of the runs of `size` words, two to eight, that start at these words."""
        if size == 2:
            return self._pairs[places]
        # Two runs that overlap where the size is odd.
        part = (size + 1) // 2
        return _both(self.runs(places, part), self.runs(places + (size - part), part))


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
    parts = eights(folded)
    lengths = ends - starts
    keys = (parts[starts] & PART[np.minimum(lengths, 8)]) * _ONE
    longer = np.flatnonzero(lengths > 8)
    keys[longer] ^= parts[ends[longer] - 8] * _TWO
    keys ^= keys >> _HIGH
    keys ^= lengths.astype(np.uint64) * _THREE
    keys *= _FOUR
    keys ^= keys >> _HALF
    return Words(starts, keys)


def _both(first: Keys, second: Keys) -> Keys:
    return first * _ONE + second * _TWO
