"""How sources are shared out to processes: in their order, by size."""

from collections.abc import Iterator, Sequence

from viewer.model.source import Source

_SHARES = 32
"""For each process."""
_MOST_AT_ONCE = 16
"""Sources that are read before what they gave is written."""


def shares(sources: Sequence[Source], jobs: int) -> Iterator[list[Source]]:
    """Sources in their order, some at a time: so few that no process is left with much when the others are done."""
    most = sum(source.size for source in sources) // (jobs * _SHARES)
    share: list[Source] = []
    size = 0
    for source in sources:
        if share and (size + source.size > most or len(share) == _MOST_AT_ONCE):
            yield share
            share, size = [], 0
        share.append(source)
        size += source.size
    if share:
        yield share
