"""The rows of the ledger as columns, sent to the browser once a run: positions, producers, previews, pairs, tokens."""

from collections.abc import Set
from typing import Any, Literal

import orjson

from viewer.analysis.pairing import Place
from viewer.analysis.policy import is_named
from viewer.masking import masked
from viewer.model.block import Text, ToolResult, ToolUse
from viewer.model.message import Message
from viewer.model.run import Run
from viewer.model.usage import prompt_tokens
from viewer.plain import visible
from viewer.ui.ledger_preview import NAME, block_preview
from viewer.ui.run_facts import RunFacts
from viewer.ui.terminal_codes import marked_codes

PREVIEW = 140
"""Characters of text a row, at most."""
ALL_PREVIEWS = 3_500_000
"""Characters of all rows together: beyond it each row gets less."""
BLOCKS = 12
"""Blocks previewed a row; the rest is counted."""
SHORTEST = 20
BESIDE_CALLS = 28
"""Characters of a reply's text where it stands beside other blocks."""
_PART, _ROW = "\x1f", "\x1d"
Severity = Literal["error", "warning", "info"]
FLAGS = {"failed": 1, "error": 2, "warning": 4, "info": 8, "sub_run": 16, "effect": 32}
"""Bits of a row: a result flagged as an error, the severities of the findings at it, a call that a sub-run came of, the
result of a write tool."""
PRODUCERS = ("caller", "model", "loop", "loop and caller")
CONTROL = ("loop", "model", "end", "open")


def ledger_columns(facts: RunFacts, write_tools: Set[str] = frozenset()) -> bytes:
    """All columns as JSON. Text is masked, escaped and shortened: the detail shows it whole.

    Args:
        facts: of the run.
        write_tools: names or patterns of tools that act on the world, as a policy declares them.
    """
    run = facts.run
    tool_numbers: dict[str, int] = {}
    columns: dict[str, Any] = {
        "run": facts.key,
        "messages": len(run.messages),
        "producer": [_producer(message) for message in run.messages],
        "k": [message.producers[0].k or 0 if message.producers else 0 for message in run.messages],
        "what": _previews(facts),
        "pair": _pairs(facts),
        "tools": _tools(facts, tool_numbers),
        "tool_names": [visible(masked(name).text) for name in tool_numbers],
        "input_tokens": _input_tokens(facts),
        "control": [CONTROL.index(moved.to) for moved in facts.control],
        "flags": _flags(facts, write_tools),
        "system": [message.index for message in run.messages if message.role == "system"],
        "marks": _marks(run),
    }
    return orjson.dumps(columns)


def _producer(message: Message) -> int:
    who = {producer.who for producer in message.producers}
    if len(who) > 1:
        return 3
    return PRODUCERS.index(next(iter(who))) if who else 0


def _previews(facts: RunFacts) -> list[str]:
    """One text a row: parts divided by a control character, each a letter and its preview."""
    messages, calls = facts.run.messages, facts.pairing.calls
    limit = max(SHORTEST, min(PREVIEW, ALL_PREVIEWS // max(1, len(messages))))
    rows: list[str] = []
    for message in messages:
        blocks = message.blocks
        each = max(SHORTEST, limit // (len(blocks) or 1))
        parts: list[str] = []
        for number, block in enumerate(blocks[:BLOCKS]):
            kind = type(block)
            call = calls.get((message.index, number)) if kind is ToolResult else None
            if call is not None:
                asked = messages[call[0]].blocks[call[1]]
                parts.append(block_preview(block, each, asked.name if isinstance(asked, ToolUse) else ""))
            elif kind is Text and len(blocks) > 1 and message.role == "assistant":
                # The words stand beside the decision, which has to be seen.
                parts.append(block_preview(block, min(each, BESIDE_CALLS)))
            else:
                parts.append(block_preview(block, each))
        if len(blocks) > BLOCKS:
            parts.append(f"+{len(blocks) - BLOCKS}")
        rows.append(_PART.join(parts))
    # One pass over all rows: a pass a row costs more than the rows themselves. The dividers are white space to
    # Python, so no preview holds one.
    return [_escaped(row) for row in masked(marked_codes(_ROW.join(rows))).text.split(_ROW)]


def _escaped(row: str) -> str:
    if row.replace(_PART, "").replace(NAME, "").isprintable():
        return row
    return _PART.join(NAME.join(visible(piece) for piece in part.split(NAME, 1)) for part in row.split(_PART))


def _pairs(facts: RunFacts) -> list[str]:
    """`>4` where a row's calls were answered, `<1` where its results were asked for, `!` unanswered, `?` orphaned."""
    found: dict[int, dict[str, None]] = {}

    def add(message: int, mark: str) -> None:
        found.setdefault(message, {})[mark] = None

    for call, result in facts.pairing.answers.items():
        add(call[0], f">{result[0]}")
        add(result[0], f"<{call[0]}")
    for message, _ in facts.pairing.unanswered:
        add(message, "!")
    for message, _ in facts.pairing.orphans:
        add(message, "?")
    return [" ".join(found.get(index, ())) for index in range(len(facts.run.messages))]


def _tools(facts: RunFacts, numbers: dict[str, int]) -> list[str]:
    """Numbers of the tools that each row calls or holds results of."""
    names: dict[Place, str] = {}
    rows: list[str] = []
    for message in facts.run.messages:
        here: dict[str, None] = {}
        for index, block in enumerate(message.blocks):
            if type(block) is ToolUse:
                here[block.name] = None
                names[message.index, index] = block.name
            elif type(block) is ToolResult:
                call = facts.pairing.calls.get((message.index, index))
                name = names.get(call) if call is not None else block.name
                if name:
                    here[name] = None
        rows.append(" ".join(str(numbers.setdefault(name, len(numbers))) for name in here))
    return rows


def _input_tokens(facts: RunFacts) -> list[int]:
    """All input tokens of the request that a row answers; -1: not recorded, -2: the row is no reply."""
    tokens = [-2] * len(facts.run.messages)
    for request in facts.run.requests:
        count = prompt_tokens(request.usage)
        tokens[request.message_index] = -1 if count is None else count
    return tokens


def _flags(facts: RunFacts, write_tools: Set[str]) -> list[int]:
    flags = [0] * len(facts.run.messages)
    for message in facts.run.messages:
        for block in message.blocks:
            if type(block) is ToolResult and block.is_error is True:
                flags[message.index] |= FLAGS["failed"]
    for sub in facts.run.sub_runs:
        started_at = sub.parent.message_index if sub.parent is not None else None
        if started_at is not None and 0 <= started_at < len(flags):
            flags[started_at] |= FLAGS["sub_run"]
    # The effect happened in the loop, where its result was recorded, and not where the model asked for it.
    for call, result in facts.pairing.answers.items() if write_tools else ():
        asked = facts.run.messages[call[0]].blocks[call[1]]
        if isinstance(asked, ToolUse) and is_named(asked.name, write_tools):
            flags[result[0]] |= FLAGS["effect"]
    for index, severity in facts.severities.items():
        for one in severity:
            flags[index] |= FLAGS[one]
    return flags


def _marks(run: Run) -> list[dict[str, Any]]:
    """Lines between the messages: problems in their place, and branches that left the list there."""
    marks: list[dict[str, Any]] = [
        {"after": problem.after_message, "record": problem.record, "why": visible(masked(problem.reason[:300]).text)}
        for problem in run.problems
    ]
    for number, branch in enumerate(run.branches, 1):
        marks.append({"after": branch.at, "branch": number, "count": len(branch.messages)})
    return sorted(marks, key=lambda mark: mark["after"])
