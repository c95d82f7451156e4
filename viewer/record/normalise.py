"""Replaces values that differ on every run (ids, times) by numbered placeholders, so that calls of two runs compare."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

_UUID = r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
_TIME = (
    r"(?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}"
    r"(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?(?:[Zz]|[+-][0-9]{2}:?[0-9]{2}))?(?![0-9])"
)


_QUICK = {_UUID: re.compile("-[0-9A-Fa-f]{4}-"), _TIME: re.compile("-[0-9]{2}[Tt ][0-9]{2}:")}
"""What a match of our own patterns always holds, found many times as fast in a long text."""


@dataclass(frozen=True)
class Rules:
    """What counts as volatile. A report shows these, and what each of them masked."""

    patterns: tuple[tuple[str, str], ...] = (("uuid", _UUID), ("time", _TIME))
    """Name of the placeholder, and the regular expression of the text that it replaces."""
    keys: tuple[str, ...] = ("*.request_id", "*.timestamp", "*.trace_id", "*.nonce")
    """`tool.path`, with `*` for any text: the whole value there is masked. Entries of a list have the list's path."""
    sets: tuple[str, ...] = ()
    """`tool.path` of lists whose order says nothing."""
    numbered: bool = True
    """False: `<uuid>` for every id, so that calls about two ids look like one."""


DEFAULT_RULES = Rules()


@dataclass(frozen=True)
class Masked:
    """A value that a rule replaced."""

    path: str
    """`tool.path`."""
    placeholder: str
    value: str


@dataclass
class Normaliser:
    """Placeholders are numbered by first appearance in a run: one of these serves one run, its calls in order."""

    rules: Rules = DEFAULT_RULES
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._patterns = [(name, re.compile(pattern), _QUICK.get(pattern)) for name, pattern in self.rules.patterns]
        self._masks: dict[str, bool] = {}
        self._sets: dict[str, bool] = {}

    def arguments(self, tool: str, value: Any) -> tuple[Any, tuple[Masked, ...]]:
        """The arguments with placeholders, and what they replaced."""
        masked: list[Masked] = []
        return self._walk(plain(value), tool, masked), tuple(masked)

    def _walk(self, value: Any, path: str, masked: list[Masked]) -> Any:
        is_masked = self._masks.get(path)
        if is_masked is None:
            is_masked = self._masks[path] = any(fnmatchcase(path, key) for key in self.rules.keys)
        if is_masked:
            name = path.rsplit(".", 1)[-1]
            return self._placeholder(name, value if isinstance(value, str) else canonical(value), path, masked)
        if isinstance(value, dict):
            return {key: self._walk(entry, f"{path}.{key}", masked) for key, entry in value.items()}
        if isinstance(value, list):
            walked = [self._walk(entry, path, masked) for entry in value]
            if path not in self._sets:
                self._sets[path] = any(fnmatchcase(path, key) for key in self.rules.sets)
            return sorted(walked, key=canonical) if self._sets[path] else walked
        if isinstance(value, str):
            for name, pattern, quick in self._patterns:
                if quick is None or quick.search(value):
                    value = self._replaced(name, pattern, value, path, masked)
        return value

    def _replaced(self, name: str, pattern: re.Pattern[str], text: str, path: str, masked: list[Masked]) -> str:
        return pattern.sub(lambda found: self._placeholder(name, found[0], path, masked), text)

    def _placeholder(self, name: str, text: str, path: str, masked: list[Masked]) -> str:
        if not self.rules.numbered:
            masked.append(Masked(path, f"<{name}>", text))
            return f"<{name}>"
        # The case of a UUID or of the T and Z in a time says nothing, so that it makes no second number.
        key = (name, text.lower())
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._counts[name] = self._counts.get(name, 0) + 1
        masked.append(Masked(path, f"<{name}#{number}>", text))
        return f"<{name}#{number}>"


def plain(value: Any) -> Any:
    """Arguments as JSON holds them, whatever a loop passed: keys as text, other objects by `str`.

    A number without a fraction is the same number with and without a point: 1.0 becomes 1.
    """
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(entry) for entry in value), key=canonical)
    return str(value)


def canonical(value: Any) -> str:
    """One text for equal values: sorted keys, no spaces, ASCII."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"))


def digest(value: Any, key: bytes | None = None) -> str:
    """SHA-256 of the canonical text; with a key an HMAC, which cannot be guessed from likely arguments without it."""
    text = canonical(value).encode()
    made: Callable[[], str] = (
        hashlib.sha256(text).hexdigest if key is None else hmac.new(key, text, hashlib.sha256).hexdigest
    )
    return made()
