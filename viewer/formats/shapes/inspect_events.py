"""What Inspect's events say of the messages: usage, times, retries, and the very list that each request saw."""

from collections import deque
from typing import Any

from viewer.formats.convert import as_text, count
from viewer.formats.shapes.inspect_messages import Attachments, resolved
from viewer.model.request import Context
from viewer.model.usage import Usage

Event = dict[str, Any]
REQUEST_HEAD = -1
"""Where a message stands that is a request field: the leading system prompt."""


class ModelEvents:
    """The model events of a sample, to be taken by the replies they made."""

    def __init__(self, sample: dict[str, Any], attachments: Attachments) -> None:
        self.attachments = attachments
        self.first: Event | None = None
        self.finished: dict[str, Any] = {}
        """When a result was there, by its message's id and by its call's id."""
        self.submitted: str | None = None
        """A call that was taken out of the stored reply after the model had made it."""
        self.cache_is_extra = False
        """True: a prompt's whole size shows that `input_tokens` leaves the cache out."""
        self._pool = _pool(sample)
        self._waiting: dict[str, deque[Event]] = {}
        self._failed: dict[int, int] = {}
        self._scorers: set[int] = set()
        self._index(_events(sample))

    def _index(self, events: list[Any]) -> None:
        spans: dict[Any, tuple[Any, bool]] = {}
        failed, in_scorer_step = 0, False
        for event in events:
            if type(event) is not dict:
                continue
            match event.get("event"):
                case "model":
                    if _failure(event):
                        failed += 1
                        continue
                    if self.first is None:
                        self.first = event
                    if in_scorer_step or _in_scorer(_text(event.get("span_id")), spans):
                        self._scorers.add(id(event))
                    self._failed[id(event)], failed = failed, 0
                    self._look_at_size(event["output"])
                    message = _output_message(event)
                    if message is not None:
                        self._waiting.setdefault(self._key(message), deque()).append(event)
                case "tool":
                    for key in (event.get("message_id"), event.get("id")):
                        if type(key) is str:
                            self.finished.setdefault(key, event.get("completed", event.get("timestamp")))
                case "span_begin":
                    spans[_text(event.get("id"))] = (
                        _text(event.get("parent_id")),
                        event.get("type") in ("scorer", "scorers"),
                    )
                case "step" if event.get("type") == "scorer":
                    in_scorer_step = event.get("action") == "begin"

    def _look_at_size(self, output: dict[str, Any]) -> None:
        size, raw = output.get("input_context_tokens"), output.get("usage")
        if type(size) is int and type(raw) is dict and type(raw.get("input_tokens")) is int:
            self.cache_is_extra = self.cache_is_extra or size > raw["input_tokens"]

    def _key(self, message: dict[str, Any]) -> str:
        """The message's id; logs of 2024 have none, so there content and call ids must do."""
        if type(message.get("id")) is str:
            return str(message["id"])
        calls = message.get("tool_calls")
        ids = [call.get("id") for call in calls if type(call) is dict] if type(calls) is list else []
        return as_text([resolved(message.get("content"), self.attachments), ids])

    def take(self, message: dict[str, Any]) -> Event | None:
        """The event that made this reply; each makes one only."""
        queue = self._waiting.get(self._key(message))
        if not queue:
            return None
        event = queue.popleft()
        made = _output_message(event)
        calls = made.get("tool_calls") if made is not None else None
        if type(calls) is list and calls and not message.get("tool_calls"):
            self.submitted = ", ".join(str(call.get("function")) for call in calls if type(call) is dict)
        return event

    def attempts(self, event: Event) -> int | None:
        """Requests until this reply came: failed model events before it, and retries counted in it."""
        retries = event.get("retries")
        attempts = 1 + self._failed.get(id(event), 0) + (retries if type(retries) is int else 0)
        return attempts if attempts > 1 else None

    def context(self, event: Event, places: dict[str, int]) -> Context | None:
        """The messages that the request saw, by the ids in its own input.

        Args:
            event: a model event.
            places: message id -> index in the run, or REQUEST_HEAD.
        """
        shown = self._input(event)
        if not shown or any(type(message) is not dict or type(message.get("id")) is not str for message in shown):
            return None
        found = [places.get(message["id"]) for message in shown]
        missing = sum(place is None for place in found)
        rule = "the model event's own input"
        if missing:
            rule += f"; {missing} of its messages are not in this list"
        return Context(_ranges([place for place in found if place is not None]), "recorded", rule)

    def system(self, event: Event) -> list[Any]:
        """The contents of the leading system messages that the request was sent with."""
        made: list[Any] = []
        for message in self._input(event):
            if type(message) is not dict or message.get("role") != "system":
                break
            made.append(resolved(message.get("content"), self.attachments))
        return made

    def _input(self, event: Event) -> list[Any]:
        refs = event.get("input_refs")
        if type(refs) is list and refs:
            return [message for first, end in refs for message in self._pool[first:end]]
        shown = event.get("input")
        return shown if type(shown) is list else []

    def left(self) -> tuple[int, int]:
        """How many replies stand in the events only: of scorers, of others."""
        rest = [event for queue in self._waiting.values() for event in queue]
        scorers = sum(id(event) in self._scorers for event in rest)
        return scorers, len(rest) - scorers


def usage(raw: Any, cache_is_extra: bool = False) -> Usage | None:
    """Token counts of one reply or of a sample.

    Whether `input_tokens` holds the cache too depends on provider and version. The prompt's whole size
    (`ModelEvents.cache_is_extra`) or the total tells; where neither does, a cache that fits in is part of it.
    """
    if raw is None:
        return None
    field = raw.get
    fresh, output = count(field("input_tokens")), count(field("output_tokens"))
    read, written = count(field("input_tokens_cache_read")), count(field("input_tokens_cache_write"))
    cached = (read or 0) + (written or 0)
    if cached and fresh is not None and not cache_is_extra and _holds_cache(raw, fresh, output or 0, cached):
        fresh -= cached
    return Usage(fresh, read, written, output)


def _holds_cache(raw: dict[str, Any], fresh: int, output: int, cached: int) -> bool:
    if cached > fresh:
        return False
    total = count(raw.get("total_tokens"))
    if total is None:
        return True
    return total - fresh - output not in (cached, cached + (count(raw.get("reasoning_tokens")) or 0))


def _events(sample: dict[str, Any]) -> list[Any]:
    """Until mid-2024 the events stood in a `transcript`."""
    events = sample.get("events")
    if type(events) is not list:
        transcript = sample.get("transcript")
        events = transcript.get("events") if type(transcript) is dict else transcript
    return events if type(events) is list else []


def _pool(sample: dict[str, Any]) -> list[Any]:
    stored = sample.get("events_data")
    pool = stored.get("messages") if type(stored) is dict else sample.get("message_pool")
    return pool if type(pool) is list else []


def _failure(event: Event) -> bool:
    return event.get("error") is not None or _output_message(event) is None


def _output_message(event: Event) -> dict[str, Any] | None:
    output = event.get("output")
    choices = output.get("choices") if type(output) is dict else None
    choice = choices[0] if type(choices) is list and choices else None
    message = choice.get("message") if type(choice) is dict else None
    return message if type(message) is dict else None


def _in_scorer(span: str | None, spans: dict[Any, tuple[Any, bool]]) -> bool:
    seen: set[Any] = set()
    while span in spans and span not in seen:
        seen.add(span)
        parent, is_scorer = spans[span]
        if is_scorer:
            return True
        span = parent
    return False


def _text(value: Any) -> str | None:
    return value if type(value) is str else None


def _ranges(places: list[int]) -> tuple[tuple[int, int], ...]:
    made: list[tuple[int, int]] = []
    for place in sorted(set(places) - {REQUEST_HEAD}):
        if made and made[-1][1] == place - 1:
            made[-1] = (made[-1][0], place)
        else:
            made.append((place, place))
    return tuple(made)
