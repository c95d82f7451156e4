"""What an SQLite store on disk keeps beside its file while a program writes it, which reading the file does not see."""

from pathlib import Path

from viewer.decode.document import Decoded
from viewer.decode.store import Store
from viewer.model.source import Part

_KINDS = (
    ("-wal", "the newest changes, in its file {name}, {size:,} bytes, are not read: close the program that writes it"),
    ("-journal", "a change was going on, kept in {name}, {size:,} bytes: what is read may be half of it"),
)


def notes_on(part: Part, decoded: Decoded) -> tuple[str, ...]:
    """Sentences on the files that stand beside a store; none for any other content, or a member of an archive."""
    if not isinstance(decoded, Store) or part.member is not None:
        return ()
    found = ((Path(part.uri + ending), words) for ending, words in _KINDS)
    return tuple(words.format(name=path.name, size=size) for path, words in found if (size := _size(path)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
