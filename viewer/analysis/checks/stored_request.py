"""Requests that the file stores itself, against the prefix that the messages give, 0..n-1."""

import re
from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition, listed
from viewer.analysis.requests import minus
from viewer.model.request import Request

MISMATCH = Rule(
    "stored_request_differs",
    "warning",
    "Stored requests differ from the prefix of the messages, 0..n-1; info: they only hold fewer",
)
_NUMBER = re.compile(r"\d+")
"""Requests that differ in the same way share a finding, however many messages it concerns."""


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for requests that only hold fewer messages, and one for each other way to differ."""
    fewer: list[Request] = []
    otherwise: dict[str, list[Request]] = {}
    for request in facts.run.requests:
        context = request.context
        if context is None or context.status != "recorded":
            continue
        other = _other(request)
        if other:
            otherwise.setdefault(_NUMBER.sub("", other), []).append(request)
        elif _missing(request):
            fewer.append(request)
    for requests in otherwise.values():
        first = requests[0]
        lacks = f"; it lacks {_lacks(first)}" if _missing(first) else ""
        yield MISMATCH.broken(
            _positions(requests), f"{_stored(requests)}: in request {first.k}, {_other(first)}{lacks}"
        )
    if fewer:
        first = fewer[0]
        yield MISMATCH.broken(_positions(fewer), f"{_stored(fewer)}: request {first.k} lacks {_lacks(first)}", "info")


def _other(request: Request) -> str:
    """What a format says, after a semicolon, that the stored list holds otherwise than the messages."""
    return ((request.context and request.context.rule) or "").partition("; ")[2]


def _missing(request: Request) -> tuple[tuple[int, int], ...]:
    n, context = request.message_index, request.context
    return minus(((0, n - 1),), context.ranges) if n and context is not None else ()


def _lacks(request: Request) -> str:
    return listed([f"[{low}]" if low == high else f"[{low}–{high}]" for low, high in _missing(request)])


def _stored(requests: list[Request]) -> str:
    named = listed([f"[{request.message_index}]" for request in requests])
    if len(requests) == 1:
        return f"the stored request that {named} answers differs from messages 0..n-1"
    return f"the stored requests that {named} answer differ from messages 0..n-1"


def _positions(requests: list[Request]) -> tuple[FindingPosition, ...]:
    return tuple(FindingPosition(request.message_index) for request in requests)


CHECK = Check((MISMATCH,), find)
