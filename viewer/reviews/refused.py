"""What the store answers to a change that it does not take over."""

from dataclasses import dataclass
from typing import Any


class RefusedError(Exception):
    """A change that cannot be made, in a sentence for whoever asked for it."""


@dataclass(frozen=True)
class Conflict:
    """Someone else changed the same words first. Both texts are here, and ours is kept in the store too."""

    theirs: Any
    """The thing as it stands now: a `Note` or a `StoredReview`."""
    mine: dict[str, Any]
    """What was to be saved."""
    base: dict[str, Any]
    """What it was changed from."""
    parts: tuple[str, ...]
    """What both changed: `text`, `labels`, `claims 3f…`."""
    kept_id: str
    """`kept.settle` closes it once its author has looked at it."""

    @property
    def sentence(self) -> str:
        """What a person is told."""
        parts = ", ".join(self.parts)
        return (
            f"{self.theirs.changed_by} changed {parts} at {self.theirs.changed_at}: your words are kept beside theirs"
        )
