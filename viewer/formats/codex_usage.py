"""Token counts of Codex rollouts: events that repeat, and a total that only grows."""

from typing import Any

from viewer.formats.convert import count, mapping
from viewer.formats.entries import Aside, Measured
from viewer.model.usage import Usage

_KIND = "event_msg: token_count"
_KEYS = ("input_tokens", "cached_input_tokens", "cache_write_input_tokens", "output_tokens")


class TokenCounts:
    """Takes the token_count events in order."""

    def __init__(self) -> None:
        self.total: Usage | None = None
        """As the last event has it, over the whole thread with all that it copied."""
        self._total: dict[str, Any] = {}

    def entry(self, payload: dict[str, Any], *, counts: bool = True) -> Measured | Aside:
        """The usage of one request, which the event measures unless the total stayed as it was.

        Args:
            payload: of the event.
            counts: False for a copy of the parent's event, which only moves the total.
        """
        details = payload.get("info")
        if details is None:
            return Aside(_KIND, "rate limits only: no tokens are counted in it")
        total, last = mapping(details).get("total_token_usage"), details.get("last_token_usage")
        before = self._total
        if total is not None:
            self.total, self._total = usage(total), total
        if not counts:
            return Aside(_KIND, "copied from the parent's rollout, where it was billed")
        if total is not None and total == before:
            return Aside(_KIND, "repeats the count before it: the total did not change")
        if last is not None:
            used = usage(last)
        elif total is not None:
            used = _difference(before, total)
        else:
            return Aside(_KIND, "holds no token counts that this version knows")
        # A request whose reply is not stored, such as the one that writes a summary, adds to the reply before it.
        return Measured(_KIND, "measures the reply before it", used, adds="add")


def usage(raw: Any) -> Usage:
    """Input includes what was read from the cache and written to it, so both are taken out."""
    fields = mapping(raw)
    whole, read, written, output = (count(fields.get(key)) for key in _KEYS)
    return Usage(None if whole is None else whole - (read or 0) - (written or 0), read, written, output)


def _difference(before: dict[str, Any], total: dict[str, Any]) -> Usage:
    """What was used since, where the event states the total alone."""
    known = {key: count(total.get(key)) for key in _KEYS}
    earlier = {key: count(before.get(key)) or 0 for key in _KEYS}
    return usage({key: None if value is None else value - earlier[key] for key, value in known.items()})
