"""The calls of a run as rows: the tool, how it went, what came back, and what the result cost in tokens."""

import json
from typing import Any

import msgspec

from viewer.analysis.pairing import Pairing, pair
from viewer.index.columns import Columns
from viewer.index.scalars import numbers, scalars
from viewer.model.block import ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens

LONGEST, MOST = 200, 24
"""Characters of an argument, and arguments of a call, that the index holds."""
Shares = dict[tuple[int, int], int]
"""Tokens that a result added to the next prompt, by message and block of the result."""


def call_rows(columns: Columns, run: Run, pairing: Pairing, number: int, key: str) -> int:
    """Add a row for each tool_use of a run and its branches; how many."""
    before = len(columns)
    _add(columns, run.messages, 0, run.requests, pairing, number, key, 0)
    for branch_number, branch in enumerate(run.branches, 1):
        first = branch.at + 1
        messages = run.messages[:first] + branch.messages
        _add(columns, messages, first, branch.requests, pair(messages), number, key, branch_number)
    return len(columns) - before


def _add(
    columns: Columns,
    messages: tuple[Message, ...],
    first: int,
    requests: tuple[Request, ...],
    pairing: Pairing,
    number: int,
    key: str,
    branch: int,
) -> None:
    k_of = {request.message_index: request.k for request in requests}
    answers = pairing.answers
    sizes: dict[tuple[int, int], int] = {}
    rows: list[tuple[Any, ...]] = []
    for message in messages[first:]:
        for index, block in enumerate(message.blocks):
            if type(block) is not ToolUse:
                continue
            answer = answers.get((message.index, index))
            ok = size = None
            if answer is not None:
                result = messages[answer[0]].blocks[answer[1]]
                if type(result) is ToolResult:
                    ok = None if result.is_error is None else not result.is_error
                    size = sizes[answer] = content_bytes(result.content)
            found = scalars(block.input, LONGEST, MOST, "input")
            rows.append((message.index, index, block, answer, ok, size, found))
    shares = _shares(messages, requests, sizes)
    lists = columns.lists
    for at, index, block, answer, ok, size, found in rows:
        lists[0].append(number)
        lists[1].append(key)
        lists[2].append(k_of.get(at))
        lists[3].append(branch)
        lists[4].append(at)
        lists[5].append(index)
        lists[6].append(block.id)
        lists[7].append(block.name)
        lists[8].append(block.executed_by)
        lists[9].append(ok)
        lists[10].append(None if answer is None else answer[0])
        lists[11].append(None if answer is None else answer[1])
        lists[12].append(size)
        lists[13].append(None if answer is None else shares.get(answer))
        lists[14].append(found)
        lists[15].append(numbers(found))


def content_bytes(content: Any) -> int:
    """Bytes of a result as text: of a list of parts their texts, of anything else its JSON."""
    if type(content) is str:
        return len(content) if content.isascii() else len(content.encode("utf-8", "surrogatepass"))
    if content is None:
        return 0
    if type(content) is list:
        return sum(
            content_bytes(part["text"])
            if type(part) is dict and type(part.get("text")) is str
            else content_bytes(part)
            if type(part) is not list
            else _json_bytes(part)
            for part in content
        )
    return _json_bytes(content)


def _json_bytes(value: Any) -> int:
    try:
        return len(msgspec.json.encode(value))
    except (UnicodeEncodeError, msgspec.EncodeError, OverflowError):
        return len(json.dumps(value, default=str))


def _shares(messages: tuple[Message, ...], requests: tuple[Request, ...], sizes: dict[tuple[int, int], int]) -> Shares:
    """The growth from a recorded prompt to the next, less the reply between them, over the results that came in.

    Only where nothing else came in and nothing was narrowed: what cannot be told is not spread.
    """
    by_message: dict[int, list[tuple[int, int]]] = {}
    for place in sizes:
        by_message.setdefault(place[0], []).append(place)
    shares: Shares = {}
    before: Request | None = None
    for request in requests:
        if before is not None and request.context is None and before.context is None:
            growth = _growth(before, request)
            places = [
                place
                for index in range(before.message_index + 1, request.message_index)
                for place in by_message.get(index, ())
            ]
            only_results = places and len(places) == sum(
                len(message.blocks) for message in messages[before.message_index + 1 : request.message_index]
            )
            if growth is not None and growth >= 0 and only_results:
                whole = sum(sizes[place] for place in places)
                for place in places:
                    shares[place] = round(growth * sizes[place] / whole) if whole else growth // len(places)
        before = request
    return shares


def _growth(before: Request, after: Request) -> int | None:
    first, second = prompt_tokens(before.usage), prompt_tokens(after.usage)
    reply = before.usage.output_tokens if before.usage is not None else None
    return None if first is None or second is None or reply is None else second - first - reply
