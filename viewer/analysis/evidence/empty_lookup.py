"""Names values that the model used right after an empty lookup and that stand nowhere it could see."""

import json
from collections.abc import Iterator
from typing import Any

from viewer.analysis.checks.check import Rule
from viewer.analysis.checks.finding import ID_SHOWN, Finding, FindingPosition, at
from viewer.analysis.evidence.facts import Evidence
from viewer.analysis.provenance.haystack import result_text
from viewer.model.block import ToolResult
from viewer.model.request import Request

AFTER_EMPTY = Rule(
    "value_after_empty_result",
    "warning",
    "A call uses a value that no visible message holds, and the results it follows were empty",
)


def find(facts: Evidence) -> Iterator[Finding]:
    """One finding for each reply that follows an empty result and brings a value of its own."""
    unseen: dict[int, list[int]] = {}
    uses = list(facts.unseen_arguments())
    for number, use in enumerate(uses):
        unseen.setdefault(use.at.message, []).append(number)
    before = 0
    for request in facts.run.requests:
        empty = _empty_results(facts, before, request)
        before = request.message_index
        if not empty:
            continue
        for number in unseen.get(request.message_index, []):
            use = uses[number]
            block = facts.block(use.at)
            yield AFTER_EMPTY.broken(
                (
                    FindingPosition(use.at.message, use.at.block, block.id if block else None),
                    *(at(facts.run, place) for place in empty),
                ),
                f"{use.at} = {use.text[:ID_SHOWN]!r} stands in no visible message; "
                f"the result before it, at [{empty[0][0]}].{empty[0][1]}, was empty",
            )


def _empty_results(facts: Evidence, first: int, request: Request) -> list[tuple[int, int]]:
    return [
        (message.index, number)
        for message in facts.run.messages[first : request.message_index]
        for number, block in enumerate(message.blocks)
        if type(block) is ToolResult and is_empty(block)
    ]


def is_empty(block: ToolResult) -> bool:
    """Whether a result holds nothing: no text, null, an empty list or object, or an object of only such."""
    text = result_text(block).strip()
    if text[:1] in ("{", "["):
        try:
            return _holds_nothing(json.loads(text))
        except (ValueError, RecursionError):
            return False
    return text in ("", "null", "None")


def _holds_nothing(value: Any) -> bool:
    if isinstance(value, dict):
        return all(
            _holds_nothing(part) or (key in ("count", "total", "n") and part == 0) for key, part in value.items()
        )
    return value is None or value == [] or value == ""
