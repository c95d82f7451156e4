"""Runs from a few words, for tests of what a path says: `run_of(step(use("look", order=7)), step())`."""

from dataclasses import dataclass, field
from typing import Any

from viewer.analysis.invariants.registry import invariant_results
from viewer.analysis.invariants.result import CheckResult
from viewer.analysis.policy import Policy
from viewer.decode.document import JsonDocument
from viewer.formats.canonical import read
from viewer.model.run import Run


@dataclass
class Use:
    """A call and its result."""

    tool: str
    arguments: Any
    result: Any = "fine"
    is_error: bool | None = None
    answered: bool = True


@dataclass
class Step:
    """One request: its calls, and why it stopped."""

    uses: tuple[Use, ...] = ()
    stop: str | None = None
    text: str = "Done."
    more: dict[str, Any] = field(default_factory=dict)


def use(
    tool: str, /, *, gives: Any = "fine", fails: bool | None = None, answered: bool = True, **arguments: Any
) -> Use:
    """A call of a tool, with what it gives."""
    return Use(tool, arguments, gives, fails, answered)


def step(*uses: Use, stop: str | None = "", text: str = "Done.") -> Step:
    """A request; its stop reason follows from its calls unless told (None: not recorded)."""
    return Step(uses, ("tool_use" if uses else "end_turn") if stop == "" else stop, text)


def run_of(*steps: Step, **head: Any) -> Run:
    """A run of these steps, read as our own format is."""
    messages: list[dict[str, Any]] = [_message("user", "caller", [{"type": "text", "text": "go"}])]
    number = 0
    for one in steps:
        blocks, results = [], []
        for call in one.uses:
            number += 1
            blocks.append({"type": "tool_use", "id": f"c{number}", "name": call.tool, "input": call.arguments})
            if call.answered:
                result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": call.result}
                results.append({**result, "is_error": call.is_error})
        if not one.uses and one.text:
            blocks.append({"type": "text", "text": one.text})
        messages.append({**_message("assistant", "model", blocks), "stop_reason": one.stop})
        if results:
            messages.append(_message("user", "loop", results))
    document = {"format": "trajectory-viewer", "version": 1, "run_id": "r", "messages": messages}
    document |= {"ending": {"kind": "unknown", "rule": "scripted"}} | head
    (run,) = read(JsonDocument(name="scripted.json", value=document, text=b""))
    return run


def _message(role: str, who: str, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"role": role, "producers": [{"who": who}], "blocks": blocks}


def results(run: Run, code: str, policy: Policy) -> list[CheckResult]:
    """What one invariant says of the run."""
    return [one for one in invariant_results(run, policy) if one.code == code]


def violations(run: Run, code: str, policy: Policy) -> list[str]:
    """The sentences of its violations."""
    found = results(run, code, policy)
    assert all(one.result != "not_evaluated" for one in found), found
    return [one.text for one in found if one.result == "violation"]
