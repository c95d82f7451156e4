"""Wraps a tool dispatcher: what it was asked and what came back is recorded, and nothing else changes."""

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from viewer.record.recorder import Attempt, Recorder

Returned = TypeVar("Returned")


def instrument(
    dispatch: Callable[..., Returned],
    recorder: Recorder,
    *,
    call_id: Callable[..., str | None] | None = None,
) -> Callable[..., Returned]:
    """The same dispatcher, recorded. It may be sync or async; its exceptions pass through.

    Args:
        dispatch: called as `dispatch(name, arguments, …)`.
        recorder: a run that is being recorded.
        call_id: takes what the dispatcher is called with and gives the call's id; without it, the id is that of the
            last reply's open call with this name and these arguments.
    """

    @functools.wraps(dispatch)
    def wrapped(name: str, arguments: Any, *rest: Any, **named: Any) -> Any:
        told_id = None if call_id is None else functools.partial(call_id, name, arguments, *rest, **named)
        attempt = recorder.begin(name, arguments, told_id)
        try:
            returned = dispatch(name, arguments, *rest, **named)
        except BaseException as error:
            recorder.failed(attempt, error)
            raise
        if inspect.isawaitable(returned):
            return _awaited(returned, recorder, attempt)
        recorder.returned(attempt, returned)
        return returned

    if not inspect.iscoroutinefunction(dispatch):
        return wrapped

    @functools.wraps(dispatch)
    async def wrapped_async(*positional: Any, **named: Any) -> Any:
        return await wrapped(*positional, **named)

    return wrapped_async  # type: ignore[return-value]  # an async dispatcher returns what it returned before


async def _awaited(returned: Awaitable[Any], recorder: Recorder, attempt: Attempt | None) -> Any:
    try:
        value = await returned
    except BaseException as error:
        recorder.failed(attempt, error)
        raise
    recorder.returned(attempt, value)
    return value
