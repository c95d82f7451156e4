"""Which texts hold which needles, for many needles in one pass.

A needle that stands between word boundaries is a run of whole words. So the words of all texts are numbered once, and
runs of 1, 2, 4 and 8 words are looked up by number: those with which a needle begins and ends. Only places where
both agree are compared letter by letter.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.analysis.provenance.folded import DIGIT, PAD, SEPARATOR, WORD, Codes, joined
from viewer.analysis.provenance.words import Keys, Places, doubled, words

_LONGEST = 8
"""Words of the longest run that is looked up."""
_CHUNK = 1 << 19
"""Characters at a time: their numbers stay in the processor's cache."""
_BITS = 18


@dataclass(frozen=True)
class _Level:
    """The needles that are found by runs of `size` words."""

    size: int
    keys: Keys
    """Of first runs, sorted, each once."""
    maybe: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
    """By the key's upper bits, and by the bits below them: whether any needle may begin so."""
    first: Places
    """For each key its first needle in `needles`."""
    count: Places
    needles: Places
    last: Keys
    """For each needle the number of the run that it ends with."""
    reach: Places
    """And how many words after its first run that starts."""


class Needles:
    """What to look for, each with a letter or a digit; prepared once for any texts."""

    def __init__(self, needles: list[str]) -> None:
        self._needles = needles
        self._levels, self._before = _levels(needles)

    def held(self, texts: list[str], folded: bytes, starts: Places) -> list[list[int]]:
        """For each needle the texts, in order, that hold it between word boundaries.

        Args:
            texts: where to look.
            folded: the texts, as `joined` gives them.
            starts: of the texts in it.
        """
        needles, before = self._needles, self._before
        lengths = np.array([len(needle) for needle in needles], np.int64)
        codes = np.frombuffer(folded, np.uint8)
        owners: list[Places] = []
        places: list[Places] = []
        chunk = 0
        while chunk < len(texts):
            after = max(chunk + 1, int(np.searchsorted(starts, starts[chunk] + _CHUNK, side="right")) - 1)
            low = int(starts[chunk])
            for owner, place in _candidates(self._levels, folded[low : int(starts[after]) + PAD]):
                place += low - before[owner]
                owners.append(owner)
                places.append(place)
            chunk = after
        if not owners:
            return [[] for _ in needles]
        owner, place = np.concatenate(owners), np.concatenate(places)
        inside = (place >= 0) & (place + lengths[owner] < starts[-1])
        owner, place = owner[inside], place[inside]
        bounded = _bounded(codes, place, place + lengths[owner])
        owner, place = owner[bounded], place[bounded]
        text = np.searchsorted(starts, place, side="right") - 1
        offset = place - starts[text]
        same = [
            texts[number].startswith(needles[which], at)
            for number, which, at in zip(text.tolist(), owner.tolist(), offset.tolist(), strict=True)
        ]
        pairs = np.unique((owner * len(texts) + text)[np.array(same, bool)])
        held = (pairs % len(texts)).tolist()
        edges = np.searchsorted(pairs, np.arange(len(needles) + 1) * len(texts)).tolist()
        return [held[edges[number] : edges[number + 1]] for number in range(len(needles))]


def _levels(needles: list[str]) -> tuple[list[_Level], Places]:
    """The needles by the length of their runs, and the characters of each before its first word."""
    folded, starts = joined(needles)
    found = words(folded)
    edges = np.searchsorted(found.starts, starts)
    first, counts = edges[:-1], edges[1:] - edges[:-1]
    made: list[_Level] = []
    keys, size = found.keys, 1
    while size <= _LONGEST:
        longer = counts >= 2 * size if size < _LONGEST else np.zeros(len(counts), bool)
        which = np.flatnonzero((counts >= size) & ~longer)
        begins = keys[first[which]]
        order = np.argsort(begins, kind="stable")
        which, begins = which[order], begins[order]
        reach = np.minimum(counts[which] - size, size)
        different, at, count = np.unique(begins, return_index=True, return_counts=True)
        maybe = np.zeros(1 << _BITS, bool), np.zeros(1 << _BITS, bool)
        maybe[0][_upper(different)] = True
        maybe[1][_upper(different << np.uint64(_BITS))] = True
        made.append(_Level(size, different, maybe, at, count, which, keys[first[which] + reach], reach))
        keys, size = doubled(keys, size), size * 2
    # A run that starts in one needle and ends in the next is never looked up: `which` holds whole ones only.
    return made, np.append(found.starts, 0)[first] - starts[:-1]


def _upper(keys: Keys) -> Places:
    return (keys >> np.uint64(64 - _BITS)).view(np.int64)


def _candidates(levels: list[_Level], folded: bytes) -> list[tuple[Places, Places]]:
    """Needles and the places of their first words in a chunk, where first and last runs agree."""
    found = words(folded)
    keys = found.keys
    made: list[tuple[Places, Places]] = []
    for level in levels:
        if not len(keys):
            break
        if len(level.keys):
            here = np.flatnonzero(level.maybe[0][_upper(keys)])
            here = here[level.maybe[1][_upper(keys[here] << np.uint64(_BITS))]]
            at = np.minimum(np.searchsorted(level.keys, keys[here]), len(level.keys) - 1)
            agrees = level.keys[at] == keys[here]
            here, at = here[agrees], at[agrees]
            count = level.count[at]
            before = np.cumsum(count) - count
            word = np.repeat(here, count)
            owner = np.repeat(level.first[at] - before, count) + np.arange(len(word))
            agrees = keys[np.minimum(word + level.reach[owner], len(keys) - 1)] == level.last[owner]
            made.append((level.needles[owner[agrees]], found.starts[word[agrees]]))
        keys = doubled(keys, level.size)
    return made


def _bounded(codes: Codes, start: Places, end: Places) -> npt.NDArray[np.bool_]:
    """As `haystack.bounded` has it, by the places of many needles at once."""
    first, last = codes[start], codes[end - 1]
    before, after = codes[start - 1], codes[end]
    joins = WORD[before] & WORD[first] | WORD[last] & WORD[after]
    in_number = SEPARATOR[before] & DIGIT[first] & DIGIT[codes[start - 2]]
    in_number |= SEPARATOR[after] & DIGIT[last] & DIGIT[codes[end + 1]]
    outside: npt.NDArray[np.bool_] = ~(joins | in_number)
    return outside
