"""What a reviewer declares about tools: which act on the world, and what must have been read before they do."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Policy:
    """Declared facts about tools; a tool in neither set is unclassified, never silently a read."""

    write_tools: frozenset[str] = frozenset()
    read_tools: frozenset[str] = frozenset()
    requires: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Write tool -> tools whose successful result must be visible before it is asked for."""


NO_POLICY = Policy()
