"""Where runs come from: one file, or several that belong together."""

import msgspec


class Part(msgspec.Struct, frozen=True, gc=False):
    """One file or archive member of a source."""

    uri: str
    """A path or object address, as given by the user or found under it."""
    version: str
    """Changes when the bytes change: mtime_ns and size, or an etag."""
    size: int
    """Bytes as stored."""
    member: str | None = None


class Source(msgspec.Struct, frozen=True, gc=False):
    """Parts that hold one or more runs together; the first is the main one."""

    name: str
    """Relative to the root it was found under, with forward slashes: the same on every machine."""
    parts: tuple[Part, ...]

    @property
    def uri(self) -> str:
        """The main part's address."""
        return self.parts[0].uri

    @property
    def version(self) -> str:
        """Changes when any part changes."""
        return "+".join(part.version for part in self.parts)

    @property
    def size(self) -> int:
        """Bytes of all parts as stored."""
        return sum(part.size for part in self.parts)


class RecordArray(msgspec.Struct, frozen=True, gc=False):
    """Where a run's records stand in a part: the lines of it, or the entries of one array."""

    path: str
    """JSONPath of the array without `$` (`messages`, `[3].traj`), "" for the lines, the top-level list or value."""
    first: int
    """Number of the first record of the array."""
    count: int
    part: int = 0
    """Index into `Source.parts`."""
    member: str | None = None
    """Name of the archive member that holds the array; None: the part is no archive."""
