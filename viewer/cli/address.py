"""RUN on the command line: `path` or `path#run_id`."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from viewer import load
from viewer.decode.document import Decoded
from viewer.errors import RunFileError
from viewer.model.run import Run, walk
from viewer.model.source import Source

_NAMED = 20


@dataclass(frozen=True)
class OpenedRun:
    """A run, and the decoded content of its source."""

    run: Run
    decoded: Decoded


def run_at(address: str, format_name: str | None = None) -> Run:
    """The one run that an address names.

    Raises:
        RunFileError: there is none, there are several, or the file cannot be read.
    """
    path, wanted = split_address(address)
    return _chosen(path, wanted, load.sources([path]), lambda source: load.runs(source, format_name))


def opened_at(address: str) -> OpenedRun:
    """The same with the content of its source, which is read once where the address names one file.

    Raises:
        RunFileError: as `run_at`.
    """
    path, wanted = split_address(address)
    sources = list(load.sources([path]))
    if len(sources) != 1:
        run = _chosen(path, wanted, sources, load.runs)
        return OpenedRun(run, load.decode_source(run.source))
    kept: list[Decoded] = []

    def read(source: Source) -> tuple[Run, ...]:
        found = load.opened(source)
        kept.append(found.decoded)
        return found.runs

    return OpenedRun(_chosen(path, wanted, sources, read), kept[0])


def _chosen(path: str, wanted: str | None, sources: Iterable[Source], read: Callable[[Source], tuple[Run, ...]]) -> Run:
    roots: list[Run] = []
    unreadable: list[RunFileError] = []
    for source in sources:
        try:
            roots.extend(read(source))
        except RunFileError as error:
            unreadable.append(error)
    found = [run for root in roots for run in walk(root)]
    chosen = roots if wanted is None else [run for run in found if run.run_id == wanted]
    if len(chosen) == 1:
        return chosen[0]
    if not found:
        raise unreadable[0] if unreadable else RunFileError(path, "holds no file that looks like a run")
    if not chosen:
        raise RunFileError(path, f"holds no run {wanted!r}; it has {_named(found)}")
    if wanted is not None:
        places = " and ".join(run.source.uri for run in chosen[:2])
        raise RunFileError(path, f"holds {len(chosen)} runs {wanted!r}: name the file, {places}")
    raise RunFileError(path, f"holds {len(chosen):,} runs: name one as {_address(chosen[0])}; it has {_named(chosen)}")


def split_address(address: str) -> tuple[str, str | None]:
    """Path and run id. The last `#` divides, unless what stands before it is no path but a part of one."""
    for end in _hashes(address):
        if os.path.exists(address[:end]):
            return address[:end], address[end + 1 :] or None
    return address, None


def _hashes(address: str) -> Iterator[int]:
    """The whole first: a file may have a `#` in its name; then every `#` from the last on."""
    yield len(address)
    end = len(address)
    while (end := address.rfind("#", 0, end)) > 0:
        yield end


def _address(run: Run) -> str:
    return f"{run.source.uri}#{run.run_id}"


def _named(runs: list[Run]) -> str:
    more = f" and {len(runs) - _NAMED:,} more" if len(runs) > _NAMED else ""
    return ", ".join(run.run_id for run in runs[:_NAMED]) + more
