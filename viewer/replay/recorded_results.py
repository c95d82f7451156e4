"""What the tools of a run answered, by tool and arguments: a replay never calls a tool, it looks here."""

from typing import Any

from viewer.analysis.pairing import Pairing, Place, pair
from viewer.model.block import ToolResult, ToolUse
from viewer.model.hashes import canonical_json, canonical_texts
from viewer.model.run import Run


def recorded_results(run: Run, first_message: int, pairing: Pairing | None = None) -> list[dict[str, Any]]:
    """The answered calls from a message on: one entry for each tool and arguments, its results in order.

    Args:
        pairing: of the run's messages, where it is at hand.
    """
    messages = run.messages
    answers = (pair(messages) if pairing is None else pairing).answers
    answered: list[tuple[ToolUse, ToolResult, Place]] = []
    for call in sorted([one for one in answers if one[0] >= first_message]):
        place = answers[call]
        asked, answer = messages[call[0]].blocks[call[1]], messages[place[0]].blocks[place[1]]
        if type(asked) is ToolUse and type(answer) is ToolResult:
            answered.append((asked, answer, place))
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    words = canonical_texts([asked.input for asked, _, _ in answered])
    for (asked, answer, place), arguments in zip(answered, words, strict=True):
        one = {"position": f"[{place[0]}].{place[1]}", "content": answer.content, "is_error": answer.is_error}
        key = asked.name, arguments
        if key in found:
            found[key].append(one)
        else:
            found[key] = [one]
    return [{"tool": tool, "arguments": words, "results": results} for (tool, words), results in found.items()]


def canonical_arguments(arguments: Any) -> str:
    """Arguments as they are compared: keys sorted, no white space."""
    return canonical_json(arguments).decode()
