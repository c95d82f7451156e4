"""Two people changed the same thing: what of it can stand together, and what cannot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_ABSENT = object()


@dataclass(frozen=True)
class Merge:
    """Parts by name. Where `conflicts` is empty, `parts` holds both people's changes."""

    parts: dict[Any, Any]
    conflicts: tuple[Any, ...]
    """Names of parts that both changed, each in another way; `parts` has theirs."""


def merge(base: Mapping[Any, Any], theirs: Mapping[Any, Any], mine: Mapping[Any, Any]) -> Merge:
    """Theirs with what I changed since `base`; a part that is missing was taken out."""
    parts = dict(theirs)
    conflicts: list[Any] = []
    for name in {**base, **theirs, **mine}:
        before, other, own = (one.get(name, _ABSENT) for one in (base, theirs, mine))
        if own in (before, other):
            continue
        if other != before:
            conflicts.append(name)
        elif own is _ABSENT:
            del parts[name]
        else:
            parts[name] = own
    return Merge(parts, tuple(conflicts))
