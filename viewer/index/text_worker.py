"""A process that reads sources for the full text: the list comes in by pipe, counts go out, the pipe's end stops it."""

import os
import sys
import threading
from pathlib import Path
from typing import cast

from viewer import load
from viewer.index.extract import READ_ERRORS
from viewer.index.text import TextIndex
from viewer.index.worker import receive
from viewer.model.run import Run
from viewer.model.source import Source

_BATCH_BYTES = 4 * 1024 * 1024
"""Of sources that are written together."""


def add_sources(index: TextIndex, sources: list[Source], read_as: tuple[str, ...]) -> None:
    """Add the runs of sources; one that cannot be read counts as read, without a word."""
    index.add([(source, _runs(source, read_as)) for source in sources])


def batches(sources: list[Source]) -> list[list[Source]]:
    """Sources in groups that are worth a write, the smallest first."""
    found: list[list[Source]] = []
    size = _BATCH_BYTES
    for source in sorted(sources, key=lambda source: source.size):
        if size + source.size > _BATCH_BYTES or len(found[-1]) >= 64:
            found.append([])
            size = 0
        found[-1].append(source)
        size += source.size
    return found


def _runs(source: Source, read_as: tuple[str, ...]) -> tuple[Run, ...]:
    for format_name in (None, *read_as):
        try:
            return load.runs(source, format_name)
        except READ_ERRORS:
            continue
    return ()


def main() -> None:
    """Read what is listed, then end."""
    sources, read_as = cast(tuple[list[Source], tuple[str, ...]], receive(sys.stdin.buffer))
    threading.Thread(target=_end_with, daemon=True).start()
    index = TextIndex(Path(sys.argv[1]))
    for batch in batches(sources):
        add_sources(index, batch, read_as)
        print(len(batch), flush=True)
    os._exit(0)  # the thread below holds the pipe, which would trouble an orderly end


def _end_with() -> None:
    """Whoever started this process is gone, or asks it to stop."""
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
