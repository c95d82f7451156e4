"""Work that goes on beside: while bytes are hashed or searched, the program goes on."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeVar

T = TypeVar("T")

_AT_MOST = 3
"""Each waits now and then until the program lets it go on, so that more than the processor's own help."""


class Begin(Protocol):
    """Begins some work; what it returns waits for the work's value."""

    def __call__(self, act: Callable[[], T]) -> Callable[[], T]: ...


@contextmanager
def beside() -> Iterator[Begin]:
    """Work that is begun here has ended, or never began, when the block ends."""
    pool = ThreadPoolExecutor(_AT_MOST, "replay")

    def begin(act: Callable[[], T]) -> Callable[[], T]:
        return pool.submit(act).result

    try:
        yield begin
    finally:
        pool.shutdown(cancel_futures=True)


def at_once(act: Callable[[], T]) -> Callable[[], T]:
    """The same for work that is done before anything else."""
    value = act()
    return lambda: value
