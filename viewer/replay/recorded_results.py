"""What the tools of a run answered, by tool and arguments: a replay never calls a tool, it looks here."""

from typing import Any

from viewer.analysis.pairing import Pairing, pair
from viewer.model.block import ToolResult, ToolUse
from viewer.model.hashes import canonical_json
from viewer.model.run import Run


def recorded_results(run: Run, first_message: int, pairing: Pairing | None = None) -> list[dict[str, Any]]:
    """The answered calls from a message on: one entry for each tool and arguments, its results in order.

    Args:
        pairing: of the run's messages, where it is at hand.
    """
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    messages = run.messages
    answers = (pair(messages) if pairing is None else pairing).answers
    for (asks, call), (answers_at, result) in sorted(one for one in answers.items() if one[0][0] >= first_message):
        asked, answer = messages[asks].blocks[call], messages[answers_at].blocks[result]
        if type(asked) is not ToolUse or type(answer) is not ToolResult:
            continue
        key = asked.name, canonical_arguments(asked.input)
        if key not in found:
            found[key] = []
        found[key].append(
            {"position": f"[{answers_at}].{result}", "content": answer.content, "is_error": answer.is_error}
        )
    return [{"tool": tool, "arguments": words, "results": results} for (tool, words), results in found.items()]


def canonical_arguments(arguments: Any) -> str:
    """Arguments as they are compared: keys sorted, no white space."""
    return canonical_json(arguments).decode()
