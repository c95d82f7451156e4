"""A process that reads sources for an index: tasks come in by pipe, rows go out by pipe, nothing else is shared."""

import gc
import os
import pickle
import struct
import sys
from contextlib import suppress
from importlib.abc import MetaPathFinder
from typing import IO, cast

from viewer.index.extract import extract_all
from viewer.model.source import Source

_LENGTH = struct.Struct("<Q")
_COLLECT_EACH = 256 * 1024 * 1024
"""Bytes of sources. Runs hold no cycles, so that the collector only costs; what formats leave behind is little."""
READY = "ready"
"""The first answer: all that reading needs could be imported."""
Task = tuple[tuple[Source, ...], tuple[str, ...]]
"""Sources, and the formats to prefer where several recognise one equally well."""


def send(pipe: IO[bytes], value: object) -> None:
    """Write a value with its length before it."""
    packed = pickle.dumps(value, protocol=5)
    pipe.write(_LENGTH.pack(len(packed)))
    pipe.write(packed)
    pipe.flush()


def receive(pipe: IO[bytes]) -> object:
    """Read a value.

    Raises:
        EOFError: the other side is gone.
    """
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    packed = pipe.read(length)
    if len(packed) < length:
        raise EOFError
    return pickle.loads(packed)  # from our own process, never from a file


class _WithoutPandas(MetaPathFinder):
    """pyarrow imports pandas to ask whether a list is of its kind. Here none is, and that takes a quarter second."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError(fullname)


def main() -> None:
    """Answer tasks.

    Raises:
        EOFError: the other side is gone.
    """
    # Whatever prints must not stand among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    gc.disable()
    sys.meta_path.insert(0, _WithoutPandas())
    send(answers, READY)
    waiting = 0
    while True:
        sources, preferred = cast(Task, receive(sys.stdin.buffer))
        send(answers, extract_all(sources, preferred))
        waiting += sum(source.size for source in sources)
        if waiting > _COLLECT_EACH:
            gc.collect()
            waiting = 0


if __name__ == "__main__":
    with suppress(EOFError, BrokenPipeError):  # the other side has ended, or was killed
        main()
    os._exit(0)
