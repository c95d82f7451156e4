"""What requests see of a list that was compacted: the messages from the last compaction on."""

from collections.abc import Sequence

import msgspec

from viewer.formats.entries import Compacted
from viewer.model.message import Message
from viewer.model.request import Context


class SeenFrom(msgspec.Struct, frozen=True, gc=False):
    """The list as requests see it after one compaction."""

    at: int
    """Index of the first message after it."""
    compacted: Compacted
    first: int
    """The first message that stays visible: an earlier one, where some were kept."""

    def context(self, index: int) -> Context:
        """Of the request whose reply stands at `index`."""
        if not self.compacted.known:
            return Context((), "unknown", reason=self.compacted.rule)
        seen = ((self.first, index - 1),) if self.first < index else ()
        return Context(seen, "derived", self.compacted.rule)


def seen_from(messages: Sequence[Message], index: int, compacted: Compacted) -> SeenFrom:
    """The list that requests see when it is compacted before the message at `index`."""
    first = index
    if compacted.kept is not None:
        while first and messages[first - 1].records[-1] >= compacted.kept:
            first -= 1
    return SeenFrom(index, compacted, first)
