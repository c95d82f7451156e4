"""What harnesses write beside a message list: id, task, label, outcome, cap; and how a bare list ended."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.model.run import Ending, Outcome

_KNOWN = ("id", "run_id", "label", "task", "model", "outcome", "started_at", "ended_at")
_CUTS: dict[str, Ending] = {
    "max_steps": Ending("censored", "`outcome` is max_steps: cut by an iteration cap", "steps"),
    "max_turns": Ending("censored", "`outcome` is max_turns: cut by an iteration cap", "steps"),
    "timeout": Ending("censored", "`outcome` is timeout", "time"),
    "error": Ending("censored", "`outcome` is error: the run broke off", "crash"),
    "aborted": Ending("censored", "`outcome` is aborted", "abort"),
}


def head_facts(head: dict[str, Any], builder: RunBuilder, *, skip: tuple[str, ...]) -> dict[str, Any]:
    """Fields of `Run` out of a document's head; what has no meaning of its own becomes attributes."""
    facts: dict[str, Any] = {
        "attributes": {key: value for key, value in head.items() if key not in skip and key not in _KNOWN},
        "ending": ending_of(head, builder),
    }
    for key in ("label", "task", "started_at", "ended_at"):
        if type(head.get(key)) is str:
            facts[key] = head[key]
    model = head.get("model")
    if type(model) is str and not builder.models():
        facts["models"] = (model,)
    outcome = head.get("outcome")
    facts["outcome"] = outcome_of(outcome)
    if type(outcome) is str:
        facts["exit_status"] = outcome
    return facts


def outcome_of(word: Any) -> Outcome:
    """Success or failure where the file says just that."""
    match word:
        case "success":
            return "success"
        case "failure":
            return "failure"
        case _:
            return "unknown"


def ending_of(head: dict[str, Any], builder: RunBuilder) -> Ending:
    """By the file's `outcome`, else by how the list stops."""
    outcome = head.get("outcome")
    cap = head.get("iteration_cap")
    if type(outcome) is str:
        if outcome in _CUTS:
            cut = _CUTS[outcome]
            limit = float(cap) if type(cap) is int and cut.cut_by == "steps" else None
            return Ending(cut.kind, cut.rule, cut.cut_by, limit, None if limit is None else "requests")
        if outcome in ("success", "failure"):
            return Ending(outcome_of(outcome), "`outcome` of the file")
    return ending_by_messages(builder)


def ending_by_messages(builder: RunBuilder) -> Ending:
    """A list that no verdict stands beside: open where a reply is still due, else unknown."""
    if not builder.messages:
        return Ending("unknown", "no message is stored")
    last = builder.messages[-1]
    if last.role == "assistant" and not builder.waiting:
        return Ending("unknown", "the last reply calls no tool; the file holds no verdict")
    return Ending("open", "the list stops where a reply or a result is still due")
