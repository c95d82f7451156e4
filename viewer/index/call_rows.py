"""The calls of a run as rows: the tool, how it went, what came back, and what the result cost in tokens."""

import json
from typing import Any

import msgspec

from viewer.analysis.pairing import Pairing, Place, pair
from viewer.index.columns import Columns
from viewer.index.scalars import add_scalars
from viewer.model.block import ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens

LONGEST, MOST = 200, 24
"""Characters of an argument, and arguments of a call, that the index holds."""


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
    messages_from = messages[first:] if first else messages
    uses = [
        (message.index, index, block)
        for message in messages_from
        for index, block in enumerate(message.blocks)
        if type(block) is ToolUse
    ]
    if not uses:
        return
    (rows, keys, ks, branches, at, blocks, ids, tools, executed, oks, result_messages, result_blocks, sizes, tokens,
     arguments, argument_numbers) = columns.lists  # fmt: skip
    k_of = {request.message_index: request.k for request in requests}
    answers = list(map(pairing.answers.get, [(at, index) for at, index, _ in uses]))
    size_of: dict[Place, int] = {}
    for answer in answers:
        if answer is None:
            oks.append(None)
            sizes.append(None)
            continue
        result = messages[answer[0]].blocks[answer[1]]
        if type(result) is not ToolResult:
            continue  # the pairing names results only
        flag, content = result.is_error, result.content
        oks.append(None if flag is None else not flag)
        size = len(content) if type(content) is str and content.isascii() else content_bytes(content)
        size_of[answer] = size
        sizes.append(size)
    add_scalars([block.input for _, _, block in uses], LONGEST, MOST, "input", arguments, argument_numbers)
    at += [message for message, _, _ in uses]
    ks += map(k_of.get, at[-len(uses) :])
    blocks += [index for _, index, _ in uses]
    ids += [block.id for _, _, block in uses]
    tools += [block.name for _, _, block in uses]
    executed += [block.executed_by for _, _, block in uses]
    result_messages += [None if answer is None else answer[0] for answer in answers]
    result_blocks += [None if answer is None else answer[1] for answer in answers]
    shares = _shares(messages, requests, size_of)
    tokens += [None if answer is None else shares.get(answer) for answer in answers] if shares else [None] * len(uses)
    rows += [number] * len(uses)
    keys += [key] * len(uses)
    branches += [branch] * len(uses)


def content_bytes(content: Any) -> int:
    """Bytes of a result as text: of a list of parts their texts, of anything else its JSON."""
    if type(content) is str:
        return len(content) if content.isascii() else len(content.encode("utf-8", "surrogatepass"))
    if content is None:
        return 0
    if type(content) is list:
        size = 0
        for part in content:
            text = part.get("text") if type(part) is dict else part
            size += content_bytes(text) if type(text) is str else _json_bytes(part)
        return size
    return _json_bytes(content)


def _json_bytes(value: Any) -> int:
    try:
        return len(msgspec.json.encode(value))
    except (UnicodeEncodeError, msgspec.EncodeError, OverflowError):
        return len(json.dumps(value, default=str))


def _shares(messages: tuple[Message, ...], requests: tuple[Request, ...], sizes: dict[Place, int]) -> dict[Place, int]:
    """The growth from a recorded prompt to the next, less the reply between them, over the results that came in.

    Only where nothing else came in and nothing was narrowed: what cannot be told is not spread.
    """
    shares: dict[Place, int] = {}
    before: int | None = None
    reply: int | None = None
    at = 0
    for request in requests:
        usage = request.usage
        size: int | None = None
        if request.context is None and usage is not None:
            size = prompt_tokens(usage)
            if size is not None and before is not None and reply is not None and size >= before + reply:
                place = (at + 1, 0)
                if at + 2 == request.message_index and place in sizes and len(messages[at + 1].blocks) == 1:
                    shares[place] = size - before - reply  # one result, as after most calls
                else:
                    _share(shares, messages, range(at + 1, request.message_index), sizes, size - before - reply)
        before, reply, at = size, usage.output_tokens if usage is not None else None, request.message_index
    return shares


def _share(
    shares: dict[Place, int],
    messages: tuple[Message, ...],
    between: range,
    sizes: dict[Place, int],
    growth: int,
) -> None:
    """Growth over the results of some messages, where they hold nothing else."""
    places = [(index, block) for index in between for block in range(len(messages[index].blocks))]
    whole = 0
    for place in places:
        size = sizes.get(place)
        if size is None:
            return
        whole += size
    for place in places:
        shares[place] = round(growth * sizes[place] / whole) if whole else growth // len(places)
