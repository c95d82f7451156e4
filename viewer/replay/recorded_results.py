"""What the tools of a run answered, by tool and arguments: a replay never calls a tool, it looks here."""

from typing import Any

from viewer.analysis.pairing import Pairing, pair
from viewer.model.block import ToolResult, ToolUse
from viewer.model.hashes import canonical_json, canonical_texts
from viewer.model.run import Run

_TOGETHER = 100
"""Calls taken at once: few enough that the processor's cache holds them from the first step to the last."""


def recorded_results(run: Run, first_message: int, pairing: Pairing | None = None) -> list[dict[str, Any]]:
    """The answered calls from a message on: one entry for each tool and arguments, its results in order.

    Args:
        pairing: of the run's messages, where it is at hand.
    """
    messages = run.messages
    answers = (pair(messages) if pairing is None else pairing).answers
    calls = sorted([one for one in answers if one[0] >= first_message])
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for first in range(0, len(calls), _TOGETHER):
        asked: list[ToolUse] = []
        answered: list[dict[str, Any]] = []
        for call in calls[first : first + _TOGETHER]:
            index, block = answers[call]
            use, answer = messages[call[0]].blocks[call[1]], messages[index].blocks[block]
            if type(use) is ToolUse and type(answer) is ToolResult:
                asked.append(use)
                position = f"[{index}].{block}"
                answered.append({"position": position, "content": answer.content, "is_error": answer.is_error})
        for use, result, arguments in zip(asked, answered, canonical_texts([use.input for use in asked]), strict=True):
            asked_for = (use.name, arguments)
            if asked_for in found:
                found[asked_for].append(result)
            else:
                found[asked_for] = [result]
    return [{"tool": tool, "arguments": words, "results": results} for (tool, words), results in found.items()]


def canonical_arguments(arguments: Any) -> str:
    """Arguments as they are compared: keys sorted, no white space."""
    return canonical_json(arguments).decode()
