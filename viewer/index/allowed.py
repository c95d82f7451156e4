"""The rows of an index that one person may read: the rule on names as a condition, and links that lead out of it."""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from viewer.access import Limits, divided, may_read
from viewer.index.stored_rows import SOURCE_COLUMNS, source_of
from viewer.model.source import Source

PLACES = f"SELECT DISTINCT {', '.join(SOURCE_COLUMNS)} FROM stored_runs"
"""Where the rows of an index were read."""


class Allowed:
    """What one person may read, asked again and again as an index grows."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._known: dict[tuple[str, str], bool] = {}
        """By name and version, whether a source may be read: to follow its links takes a look at the disk."""
        self.left_out: tuple[str, ...] = ()
        """Names of sources last seen that may be read by their name alone, but really lie elsewhere."""

    def sql(self, denied: Sequence[str] = ()) -> str:
        """The condition on `source` that says what `access.may_read` says.

        Args:
            denied: names to leave out besides, of sources whose files really lie elsewhere.
        """
        within, out = divided(self.limits.prefixes)
        allowed = _any_of(within)
        taken = [f"NOT {_any_of(out)}"] if out else []
        if denied:
            taken.append(f"source NOT IN ({', '.join(map(_quoted, denied))})")
        return " AND ".join([allowed, "NOT list_contains(string_split(source, '/'), '..')", *taken])

    def denied(self, places: Iterable[Sequence[Any]]) -> list[str]:
        """The names among the rows of `PLACES` whose files really lie where this person may not read."""
        real = _RealPath(self.limits.root)
        found: list[str] = []
        for values in places:
            name, uri, version, *_, parts = values
            if (name, version) not in self._known:
                # Only sources of several parts, or with an odd name, are stored with all their parts.
                whole = Source(name, ()) if parts is None else source_of(dict(zip(SOURCE_COLUMNS, values, strict=True)))
                files = [uri] if parts is None else [part.uri for part in whole.parts]
                self._known[name, version] = self.limits.may_read(whole.name, files, real)
            if not self._known[name, version]:
                found.append(name)
        self.left_out = tuple(found)
        return found

    def sources(self, found: Sequence[Source]) -> tuple[Source, ...]:
        """Those of the sources that may be read, with all their files."""
        real = _RealPath(self.limits.root)
        named = (one for one in found if may_read(one.name, self.limits.prefixes))
        return tuple(one for one in named if self.limits.may_read(one.name, [part.uri for part in one.parts], real))

    def rows_of(self, runs: pa.Table) -> pa.Table:
        """The rows of a table of runs that may be read."""
        places = list(zip(*(runs.column(name).to_pylist() for name in SOURCE_COLUMNS), strict=True))
        named = [may_read(values[0], self.limits.prefixes) for values in places]
        denied = frozenset(self.denied([values for values, is_named in zip(places, named, strict=True) if is_named]))
        mask = [is_named and values[0] not in denied for values, is_named in zip(places, named, strict=True)]
        return runs.filter(pa.array(mask, pa.bool_()))


class _RealPath:
    """Follows links; a folder, which many files share, is looked at once."""

    def __init__(self, root: str) -> None:
        self._folders = {root: os.path.realpath(root)}

    def __call__(self, path: str) -> str:
        if path in self._folders:
            return self._folders[path]
        if os.path.islink(path):  # noqa: PTH114 - a Path for each of very many files takes twice as long
            return os.path.realpath(path)
        folder, name = os.path.split(path)
        if not name or name in (os.curdir, os.pardir):
            return os.path.realpath(path)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return os.path.join(self._folders[folder], name)


def _any_of(prefixes: list[list[str]]) -> str:
    if any(not one for one in prefixes):
        return "true"
    paths = ["/".join(one) for one in prefixes]
    rules = [f"source = {_quoted(one)} OR starts_with(source, {_quoted(f'{one}/')})" for one in paths]
    return f"({' OR '.join(rules)})" if rules else "false"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
