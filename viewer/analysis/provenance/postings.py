"""Which texts hold which needles, for many needles in one pass.

A needle that stands between word boundaries is a run of whole words. So the words of all texts are numbered once, and
runs of 1, 2, 3, 4 and 8 words are looked up by number: those with which a needle begins and ends. Only places where
both agree are compared byte by byte.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.analysis.provenance.folded import DIGIT, PAD, SEPARATOR, WORD, Codes, eights, joined
from viewer.analysis.provenance.words import LONGEST_RUN, PART, Keys, Places, Words, words

Flags = npt.NDArray[np.bool_]
_SIZES = (1, 2, 3, 4, LONGEST_RUN)
"""Words of the runs that are looked up: for each needle the longest that is no longer than the needle."""
_CHUNK = 1 << 20
"""Characters at a time: their numbers stay in the processor's cache."""
_BITS = 17
_LONG = 256
"""Bytes of a needle that are compared for all places at once."""


@dataclass(frozen=True)
class _Level:
    """The needles that are found by runs of `size` words."""

    size: int
    kinds: Codes
    """By the upper bits of a run's number: 1 where a needle of this level may begin so, 2 where a longer one may."""
    keys: Keys
    """Of first runs, sorted, each once; a largest number after them."""
    bucket: Places
    """By their upper bits the first of them that is not smaller."""
    depth: int
    """How many share their upper bits at most."""
    first: Places
    """For each key its first needle in `needles`."""
    count: Places
    needles: Places
    last: Keys
    """For each needle the number of the run that it ends with."""
    reach: Places
    """And how many words after its first run that starts."""

    def begun(self, keys: Keys) -> tuple[Flags, Flags]:
        """For each number whether a needle of this level, and whether a longer one may begin so."""
        kinds = self.kinds[_upper(keys)]
        return (kinds & 1).view(np.bool_), (kinds >> 1).view(np.bool_)

    def find(self, keys: Keys) -> Places:
        """For each number the place of it in `keys`, or of any other that is there."""
        at = self.bucket[_upper(keys)]
        for _ in range(self.depth - 1):
            at += self.keys[at] < keys
        return at


class Needles:
    """What to look for, each with a letter or a digit; prepared once for any texts."""

    def __init__(self, needles: list[str]) -> None:
        self._needles = needles
        self._folded, self._starts = joined(needles)
        self._lengths = self._starts[1:] - self._starts[:-1] - 1
        self._levels, self._before = _levels(self._folded, self._starts)
        # Only bytes of ASCII, but for the one that other characters share with it, tell the whole letter.
        unsure = np.frombuffer(self._folded, np.uint8)[:-PAD]
        unsure = np.cumsum((unsure == 1) | (unsure > 127), dtype=np.int64)
        self._is_sure = (np.diff(unsure[self._starts[1:] - 1], prepend=0) == 0) & (self._lengths <= _LONG)

    def held(self, texts: list[str], folded: bytes, starts: Places) -> list[list[int]]:
        """For each needle the texts, in order, that hold it between word boundaries.

        Args:
            texts: where to look.
            folded: the texts, as `joined` gives them.
            starts: of the texts in it.
        """
        owners, places = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        chunk = 0
        while chunk < len(texts):
            after = max(chunk + 1, int(np.searchsorted(starts, starts[chunk] + _CHUNK, side="right")) - 1)
            low = int(starts[chunk])
            owner, place = _candidates(self._levels, words(folded[low : int(starts[after]) + PAD]))
            place += low - self._before[owner]
            found = np.flatnonzero(self._stands(folded, int(starts[-1]), owner, place))
            owners.append(owner[found])
            places.append(place[found])
            chunk = after
        owner, place = np.concatenate(owners), np.concatenate(places)
        text = np.searchsorted(starts, place, side="right") - 1
        same = place + self._lengths[owner] < starts[text + 1]
        unsure = np.flatnonzero(same & ~self._is_sure[owner])
        which, numbers, offsets = owner[unsure], text[unsure], (place - starts[text])[unsure]
        same[unsure] = [
            texts[number].startswith(self._needles[needle], at)
            for needle, number, at in zip(which.tolist(), numbers.tolist(), offsets.tolist(), strict=True)
        ]
        pairs = np.sort((owner * len(texts) + text)[same])
        pairs = pairs[np.diff(pairs, prepend=-1) != 0]
        edges = np.searchsorted(pairs, np.arange(len(self._needles) + 1) * len(texts)).tolist()
        held = (pairs % max(len(texts), 1)).tolist()
        return [held[edges[number] : edges[number + 1]] for number in range(len(self._needles))]

    def _stands(self, folded: bytes, size: int, owner: Places, place: Places) -> Flags:
        """Whether the bytes of the needles stand at these places between word boundaries, as far as they are compared.

        Args:
            folded: the texts.
            size: how far they go in it.
            owner: numbers of needles.
            place: for each of them a place in the texts, which may lie before or beyond them.
        """
        lengths = self._lengths[owner]
        stands = (place >= 0) & (place + lengths < size)
        place = np.where(stands, place, 0)
        stands &= _bounded(np.frombuffer(folded, np.uint8), place, np.minimum(place + lengths, size))
        compared = np.where(stands, np.minimum(lengths, _LONG), 0)
        # One number a row for every eight bytes of every needle.
        rows = (compared + 7) >> 3
        row = np.repeat(np.arange(len(owner)), rows)
        offset = (np.arange(len(row)) - np.repeat(np.cumsum(rows) - rows, rows)) << 3
        differs = eights(folded)[place[row] + offset] ^ eights(self._folded)[self._starts[owner[row]] + offset]
        stands[row[(differs & PART[np.minimum(compared[row] - offset, 8)]) != 0]] = False
        return stands


def _levels(folded: bytes, starts: Places) -> tuple[list[_Level], Places]:
    """The needles by the length of their runs, and the characters of each before its first word."""
    found = words(folded)
    edges = np.searchsorted(found.starts, starts)
    first, counts = edges[:-1], edges[1:] - edges[:-1]
    made: list[_Level] = []
    for size, longer in zip(_SIZES, (*_SIZES[1:], None), strict=True):
        # A run that starts in one needle and ends in the next is never looked up: these hold whole ones only.
        which = np.flatnonzero(counts >= size)
        begins = _numbers(found, first[which], size)
        own = np.ones(len(which), np.bool_) if longer is None else counts[which] < longer
        kinds = np.zeros(1 << _BITS, np.uint8)
        kinds[_upper(begins[~own])] = 2
        kinds[_upper(begins[own])] |= 1
        which, begins = which[own], begins[own]
        order = np.argsort(begins, kind="stable")
        which, begins = which[order], begins[order]
        keys, at, count = np.unique(begins, return_index=True, return_counts=True)
        in_bucket = np.bincount(_upper(keys), minlength=1 << _BITS)
        reach = np.minimum(counts[which] - size, size)
        made.append(
            _Level(
                size,
                kinds,
                np.append(keys, np.uint64(2**64 - 1)),
                np.cumsum(in_bucket) - in_bucket,
                int(in_bucket.max()),
                np.append(at, 0),
                np.append(count, 0),
                which,
                _numbers(found, first[which] + reach, size),
                reach,
            )
        )
    return made, np.append(found.starts, 0)[first] - starts[:-1]


def _numbers(found: Words, places: Places, size: int) -> Keys:
    return found.keys[places] if size == 1 else found.runs(places, size)


def _upper(keys: Keys) -> Places:
    return (keys >> np.uint64(64 - _BITS)).view(np.int64)


def _candidates(levels: list[_Level], found: Words) -> tuple[Places, Places]:
    """Needles and the places of their first words in a chunk, where first and last runs agree."""
    single, pairs, *rest = levels
    own, _ = single.begun(found.keys)
    made = [_matches(single, found, np.flatnonzero(own))]
    own, longer = pairs.begun(found.pairs())
    made.append(_matches(pairs, found, np.flatnonzero(own)))
    here = np.flatnonzero(longer)
    for level in rest:
        own, longer = level.begun(found.runs(here, level.size))
        made.append(_matches(level, found, here[own]))
        here = here[longer]
    owners, places = zip(*made, strict=True)
    return np.concatenate(owners), np.concatenate(places)


def _matches(level: _Level, found: Words, here: Places) -> tuple[Places, Places]:
    keys = _numbers(found, here, level.size)
    at = level.find(keys)
    agrees = level.keys[at] == keys
    here, at = here[agrees], at[agrees]
    count = level.count[at]
    before = np.cumsum(count) - count
    word = np.repeat(here, count)
    owner = np.repeat(level.first[at] - before, count) + np.arange(len(word))
    agrees = _numbers(found, word + level.reach[owner], level.size) == level.last[owner]
    return level.needles[owner[agrees]], found.starts[word[agrees]]


def _bounded(codes: Codes, start: Places, end: Places) -> Flags:
    """As `haystack.bounded` has it, by the places of many needles at once."""
    first, last = codes[start], codes[end - 1]
    before, after = codes[start - 1], codes[end]
    joins = WORD[before] & WORD[first] | WORD[last] & WORD[after]
    in_number = SEPARATOR[before] & DIGIT[first] & DIGIT[codes[start - 2]]
    in_number |= SEPARATOR[after] & DIGIT[last] & DIGIT[codes[end + 1]]
    outside: Flags = ~(joins | in_number)
    return outside
