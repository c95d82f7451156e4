"""What a tool might have answered instead: an error, nothing, a time-out, a refusal, or what it answered elsewhere."""

from dataclasses import dataclass
from typing import Any

from viewer.analysis.pairing import Pairing, Place, pair
from viewer.model.block import ToolResult, ToolUse
from viewer.model.run import Run


@dataclass(frozen=True)
class Alternative:
    """One answer to start from; its title is ours."""

    title: str
    content: Any
    is_error: bool | None
    """None: as it is stored."""


_ERRORS = (
    ("an error", "Error: the tool failed and returned no data."),
    ("a time-out", "Error: timed out after 30 seconds. No data was returned."),
    ("a refusal", "Error: permission denied. This caller may not use this tool."),
)


def alternatives(stored: Any) -> tuple[Alternative, ...]:
    """Ready answers in the form of the stored content: a list of content parts stays one."""
    errors = tuple(Alternative(title, _in_form_of(stored, words), True) for title, words in _ERRORS)
    empty = Alternative("an empty list", [] if isinstance(stored, list) else "[]", None)
    return (errors[0], empty, *errors[1:])


def _in_form_of(stored: Any, words: str) -> Any:
    if not isinstance(stored, list):
        return words
    kind = stored[0].get("type") if stored and isinstance(stored[0], dict) else None
    return [{"type": kind if kind in ("text", "input_text", "output_text") else "text", "text": words}]


def tool_of(run: Run, pairing: Pairing, place: Place) -> str | None:
    """The name of the tool that a result came from; None where no call is paired with it."""
    call = pairing.calls.get(place)
    asked = None if call is None else run.messages[call[0]].blocks[call[1]]
    return asked.name if type(asked) is ToolUse else None


def results_of(run: Run, tool: str, pairing: Pairing | None = None) -> list[Place]:
    """Where results of a tool stand in a run, in order."""
    answers = (pair(run.messages) if pairing is None else pairing).answers
    found = []
    for call, place in answers.items():
        asked = run.messages[call[0]].blocks[call[1]]
        if type(asked) is ToolUse and asked.name == tool and _is_result(run, place):
            found.append(place)
    return sorted(found)


def _is_result(run: Run, place: Place) -> bool:
    return type(run.messages[place[0]].blocks[place[1]]) is ToolResult
