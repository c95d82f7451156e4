"""What a reviewer declares about tools and runs: which act on the world, what must come before, how much is allowed."""

import re
from collections.abc import Set
from dataclasses import dataclass, field
from fnmatch import fnmatchcase, translate
from functools import lru_cache
from typing import Literal

from viewer.record.normalise import DEFAULT_RULES, Rules

ToolClass = Literal["read", "write", "unclassified"]
STOP_REASONS_ALLOWED = frozenset({"end_turn", "tool_use", "stop_sequence", "pause_turn"})


def is_named(tool: str, names: Set[str]) -> bool:
    """Whether the tool is one of these names, or one of these patterns with `*` fits it."""
    return tool in names or any(fnmatchcase(tool, one) for one in names if "*" in one)


@dataclass(frozen=True)
class Policy:
    """Declared facts and limits. None = not declared, so not evaluated."""

    write_tools: frozenset[str] = frozenset()
    """Names, or patterns with `*`."""
    read_tools: frozenset[str] = frozenset()
    requires: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Write tool -> tools whose successful result must be visible before it is asked for."""
    max_calls: int | None = None
    max_requests: int | None = None
    max_writes: int | None = 1
    """Successful write calls of a run, over all write tools."""
    max_writes_by_tool: dict[str, int] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    required_order: tuple[str, ...] = ()
    required_means: Literal["succeeded", "attempted"] = "succeeded"
    read_before_write: bool = True
    retry_is_duplicate: bool = False
    """Whether a call is a duplicate of an equal one that failed."""
    write_resets_duplicates: bool = True
    """Whether the same call after a successful write, or a call of an unclassified tool, is a new one."""
    recovered_by: Literal["same_arguments", "same_tool"] = "same_arguments"
    """What a later successful call must share with a failed one to make up for it."""
    allowed_stop_reasons: frozenset[str] = STOP_REASONS_ALLOWED
    error_patterns: tuple[str, ...] = ()
    """Regular expressions: a result whose text matches one failed, whatever its flag says."""
    expect_zero_tools: bool = False
    strict: bool = False
    """The seven invariants read word by word as first published, without what was learned since."""
    rules: Rules = DEFAULT_RULES

    def is_write(self, tool: str) -> bool:
        """Declared as acting on the world."""
        return is_named(tool, self.write_tools)

    def class_of(self, tool: str) -> ToolClass:
        """A tool in neither set is unclassified, never silently a read."""
        return _class_of(tool, self.write_tools, self.read_tools)


@lru_cache(maxsize=4096)
def _class_of(tool: str, write_tools: frozenset[str], read_tools: frozenset[str]) -> ToolClass:
    if _is_one_of(tool, write_tools):
        return "write"
    return "read" if _is_one_of(tool, read_tools) else "unclassified"


def _is_one_of(tool: str, names: frozenset[str]) -> bool:
    """As `is_named`, with all patterns tried at once."""
    if tool in names:
        return True
    patterns = _patterns(names)
    return patterns is not None and patterns.match(tool) is not None


@lru_cache(maxsize=64)
def _patterns(names: frozenset[str]) -> re.Pattern[str] | None:
    patterns = [translate(name) for name in names if "*" in name]
    return re.compile("|".join(patterns)) if patterns else None


NO_POLICY = Policy()
