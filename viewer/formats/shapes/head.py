"""What harnesses write beside a message list: id, task, label, outcome, cap; and how a bare list ended."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.model.run import Ending, Outcome

_MEANT = ("label", "task", "outcome", "started_at", "ended_at")
"""Fields of `Run`, where they hold text; else they stay attributes."""
_MOST_STEPS = 2**31
_CUTS: dict[str, Ending] = {
    "max_steps": Ending("censored", "`outcome` is max_steps: cut by an iteration cap", "steps"),
    "max_turns": Ending("censored", "`outcome` is max_turns: cut by an iteration cap", "steps"),
    "timeout": Ending("censored", "`outcome` is timeout", "time"),
    "error": Ending("censored", "`outcome` is error: the run broke off", "crash"),
    "aborted": Ending("censored", "`outcome` is aborted", "abort"),
}


def head_facts(head: dict[str, Any], builder: RunBuilder, *, skip: tuple[str, ...]) -> dict[str, Any]:
    """Fields of `Run` out of a document's head; what has no meaning of its own becomes attributes."""
    meant = {key: head[key] for key in _MEANT if type(head.get(key)) is str}
    outcome = meant.pop("outcome", None)
    taken = {*skip, *meant, _id_key(head)}
    told = outcome_of(outcome) if outcome is not None else resolved_or_not(head)
    facts: dict[str, Any] = {**meant, "ending": ending_of(head, builder), "outcome": told}
    if outcome is not None:
        facts["exit_status"] = outcome
        taken.add("outcome")
    model = head.get("model")
    if type(model) is str:
        taken.add("model")
        if not builder.models():
            facts["models"] = (model,)
    facts["attributes"] = {key: value for key, value in head.items() if key not in taken}
    return facts


def run_id_of(head: dict[str, Any]) -> str:
    """The run's own id, "" where the head holds none."""
    key = _id_key(head)
    return "" if key is None else str(head[key])


def _id_key(head: dict[str, Any]) -> str | None:
    for key in ("id", "run_id"):
        if type(head.get(key)) in (str, int) and head[key] != "":
            return key
    return None


def outcome_of(word: Any) -> Outcome:
    """Success or failure where the file says just that."""
    match word:
        case "success":
            return "success"
        case "failure":
            return "failure"
        case _:
            return "unknown"


def resolved_or_not(head: dict[str, Any]) -> Outcome:
    """The verdict of a test harness, as sets of such runs write it beside the list."""
    told = head.get("resolved")
    return "unknown" if type(told) is not bool else "success" if told else "failure"


def ending_of(head: dict[str, Any], builder: RunBuilder) -> Ending:
    """By the file's `outcome`, else by how the list stops."""
    outcome = head.get("outcome")
    cap = head.get("iteration_cap")
    if type(outcome) is str:
        if outcome in _CUTS:
            cut = _CUTS[outcome]
            limit = float(cap) if type(cap) is int and abs(cap) < _MOST_STEPS and cut.cut_by == "steps" else None
            return Ending(cut.kind, cut.rule, cut.cut_by, limit, None if limit is None else "requests")
        if outcome in ("success", "failure"):
            return Ending(outcome_of(outcome), "`outcome` of the file")
    elif type(head.get("resolved")) is bool:
        return Ending(resolved_or_not(head), "`resolved` of the file")
    return ending_by_messages(builder)


def ending_by_messages(builder: RunBuilder) -> Ending:
    """A list that no verdict stands beside: open where a reply is still due, else unknown."""
    if not builder.messages:
        return Ending("unknown", "no message is stored")
    last = builder.messages[-1]
    if last.role == "assistant" and not builder.waiting:
        return Ending("unknown", "the last reply calls no tool; the file holds no verdict")
    return Ending("open", "the list stops where a reply or a result is still due")
