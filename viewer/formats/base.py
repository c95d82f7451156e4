"""What a format is: which decoded content it takes, how sure it is, and how it reads runs out of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal, Protocol

from viewer.decode.document import BadRecord, Decoded, JsonRecords, Record
from viewer.model.run import Run

Strength = Literal[0, 1, 2, 3, 4]
"""4: the file names its format. 3: keys that only this format has. 2: the shape of its entries. 1: it would do.
0: the plain fallback, which never ties with a format's own claim."""
CapUnit = Literal["turn", "run", "none"]


@dataclass(frozen=True)
class Match:
    """A format's claim on a source."""

    strength: Strength
    sign: str
    """What was seen, in words: "`schema_version` is ATIF-v1.6"."""


@dataclass(frozen=True)
class Joins:
    """By what in their bytes files are known to hold parts of the same runs, without being read as JSON."""

    sign: re.Pattern[bytes]
    """Stands near the start of each file that may hold such a part."""
    key: re.Pattern[bytes]
    """Its group is an id that all parts of a run name, wherever it stands in them: a trace's id."""
    main: re.Pattern[bytes] | None = None
    """Stands near the start of the file that tells what the run is, which comes first; None: they stay in order."""


class Growing(Protocol):
    """Lines mapped as far as they are written, to which more are added: what was mapped is not mapped again."""

    def add(self, records: Sequence[Record | BadRecord]) -> bool:
        """Map further lines; False: with them the file has to be read as a whole, and this is of no more use."""
        ...

    def runs(self) -> list[Run]:
        """The runs of all lines so far, as reading them as a whole gives them."""
        ...


@dataclass(frozen=True)
class Format:
    """One stored form of runs.

    `detect` looks at the content (never at the file name), quickly, and must accept anything: it returns None or
    raises LookupError, TypeError, ValueError or AttributeError where the content is something else.
    `read` yields the runs of a source; what a record lacks raises on its own and becomes a problem (`build.py`).
    """

    name: str
    title: str
    takes: tuple[type[Decoded], ...]
    detect: Callable[[Any], Match | None]
    read: Callable[[Any], Iterator[Run]]
    ending: str
    """The rule by which a run's ending is told, in one sentence."""
    usage: str
    """How the format's token counts become ours, in one sentence."""
    signs: frozenset[str] = frozenset()
    """Of these keys at least one stands near the start of every JSON content that `detect` claims (`signs.py`), so
    that without them it is not asked. Empty: it is always asked."""
    line_signs: frozenset[str] = frozenset()
    """Of lines: of these keys, or words of `type` behind `type=`, at least one is a line's own near the start of all
    lines that `detect` claims (`signs.py`). Empty: it is always asked."""
    is_fallback: bool = False
    """True: it is asked only where no other format claims the content."""
    alternates: bool = False
    """True: loop and model messages alternate by promise, so that parity can be checked."""
    one_result_per_record: bool = False
    """True: adjacent result records make one loop message."""
    cap_unit: CapUnit = "turn"
    """What the format's own iteration cap counts requests of."""
    companions: Callable[[PurePath, tuple[PurePath, ...]], tuple[PurePath, ...]] | None = None
    """Of the files of a folder tree, those that belong to this main file; by their names alone."""
    heads: Callable[[PurePath], tuple[PurePath, ...]] | None = None
    """Of a main file that holds one run of many, the files beside or above that tell of all; by its name alone."""
    joins: Joins | None = None
    """Where a run may be cut over several files: which of those given are read together, as `Decoded.companions`."""
    follow: Callable[[JsonRecords], Growing | None] | None = None
    """Begins to map lines that are still written, none of them yet; None: such a file is read whole each time."""
    from_documentation: bool = False
    """True: written after the vendor's documentation, with no real file seen."""
