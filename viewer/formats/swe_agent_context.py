"""What each request of a SWE-agent run was shown, where the file stores it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from viewer.formats.build import RunBuilder
from viewer.formats.swe_agent_entries import Told
from viewer.model.request import Context


def place_contexts(builder: RunBuilder, replies: Iterable[Told], history: list[Any], steps: list[Any]) -> None:
    """Put on each request the list that its step recorded, else how the list is derived from `history`."""
    index_of = {record: message.index for message in builder.messages for record in message.records}
    demonstrations = sum(1 for message in history if type(message) is dict and message.get("is_demo"))
    for told in replies:
        if told.request is None:
            continue
        request = builder.requests[told.request]
        context = _recorded(told, history, steps, index_of)
        if context is None and demonstrations and request.message_index:
            rule = f"0..n-1, after the demonstration ({demonstrations} records, set aside)"
            context = Context(((0, request.message_index - 1),), "derived", rule)
        if context is not None:
            builder.requests[told.request] = msgspec.structs.replace(request, context=context)


def _recorded(told: Told, history: list[Any], steps: list[Any], index_of: dict[int, int]) -> Context | None:
    """A step's `query` is its own request; its `messages`, of older files, are what the next step was shown."""
    if told.step is None:
        return None
    shown, where = _field(steps, told.step, "query"), "the step's own `query`"
    if shown is None:
        shown, where = _field(steps, told.step - 1, "messages"), "`messages` of the step before"
    if shown is None:
        return None
    indexes: list[int] = []
    changed = 0
    before = told.record - 1
    for position, message in enumerate(shown[:before]):
        if position + 1 in index_of:
            if _words(message) == _words(history[position]):
                indexes.append(index_of[position + 1])
            else:
                changed += 1
    rule = where
    if changed:
        rule += f"; messages shortened in it and left out here: {changed}"
    if len(shown) > before:
        rule += f"; messages about rejected replies that followed: {len(shown) - before}"
    return Context(_ranges(indexes), "recorded", rule)


def _field(steps: list[Any], position: int, key: str) -> list[Any] | None:
    if position < 0 or type(steps[position]) is not dict:
        return None
    value = steps[position].get(key)
    return value if type(value) is list else None


def _words(message: Any) -> Any:
    """Role and content; text that was wrapped in one part, to mark it for the cache, is the same text."""
    if type(message) is not dict:
        return message
    content = message.get("content")
    if type(content) is list and len(content) == 1 and type(content[0]) is dict:
        content = content[0].get("text", content)
    return message.get("role"), content


def _ranges(indexes: list[int]) -> tuple[tuple[int, int], ...]:
    made: list[tuple[int, int]] = []
    for index in sorted(set(indexes)):
        if made and made[-1][1] == index - 1:
            made[-1] = (made[-1][0], index)
        else:
            made.append((index, index))
    return tuple(made)
