"""The recorder's digest of a value, made quickly where the value is plain JSON without fractions."""

from hashlib import sha256
from typing import Any

import msgspec

from viewer.model.hashes import canonical_json
from viewer.record.normalise import digest

_SORTED = msgspec.json.Encoder(order="sorted").encode
_PLAIN = {str, int, bool, type(None)}


def quick_digest(value: Any) -> str:
    """Equal to `viewer.record.normalise.digest` without a key."""
    return sha256(canonical_json(value)).hexdigest() if _is_plain(value) else digest(value)


def plain_json(value: Any) -> bytes | None:
    """One text for equal values; None: it holds what only a digest tells to be equal, such as 1.0 and 1."""
    if not _is_plain(value):
        return None
    try:
        return _SORTED(value)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def _is_plain(value: Any) -> bool:
    """Whether both write it alike. The recorder writes 1.0 as 1, and keys of other kinds as text."""
    kind = type(value)
    if kind in _PLAIN:
        return True
    if kind is dict:
        for key, one in value.items():
            if type(key) is not str or not (type(one) in _PLAIN or _is_plain(one)):
                return False
        return True
    if kind is list:
        return all(type(one) in _PLAIN or _is_plain(one) for one in value)
    return False
