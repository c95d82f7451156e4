"""What the tools of a run answered, by tool and arguments: a replay never calls a tool, it looks here."""

from typing import Any

from viewer.analysis.pairing import pair
from viewer.model.block import ToolResult, ToolUse
from viewer.model.hashes import canonical_json
from viewer.model.position import Position
from viewer.model.run import Run


def recorded_results(run: Run, first_message: int) -> list[dict[str, Any]]:
    """The answered calls from a message on: one entry for each tool and arguments, its results in order."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for call, place in sorted(pair(run.messages).answers.items()):
        asked = run.messages[call[0]].blocks[call[1]]
        answer = run.messages[place[0]].blocks[place[1]]
        if call[0] < first_message or type(asked) is not ToolUse or type(answer) is not ToolResult:
            continue
        found.setdefault((asked.name, canonical_arguments(asked.input)), []).append(
            {"position": str(Position(*place)), "content": answer.content, "is_error": answer.is_error}
        )
    return [{"tool": tool, "arguments": words, "results": results} for (tool, words), results in found.items()]


def canonical_arguments(arguments: Any) -> str:
    """Arguments as they are compared: keys sorted, no white space."""
    return canonical_json(arguments).decode()
