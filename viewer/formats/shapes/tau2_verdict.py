"""How a simulation of tau2-bench ended and what it states of itself."""

from typing import Any

from viewer.model.run import CutBy, Ending, Outcome, Stated
from viewer.model.usage import Usage

_CUTS: dict[str, tuple[CutBy, str | None]] = {
    "max_steps": ("steps", "max_steps"),
    "timeout": ("time", None),
    "too_many_errors": ("abort", "max_errors"),
    "context_window_exceeded": ("tokens", None),
    "agent_error": ("crash", None),
    "user_error": ("crash", None),
    "infrastructure_error": ("crash", None),
    "unexpected_error": ("crash", None),
}
"""A termination reason -> what cut the run, and the field of `info` that holds the cap."""
_SIMULATION_FACTS = ("id", "task_id", "trial", "seed", "mode", "provider_session_id")


def outcome(reward_info: Any) -> Outcome:
    """The benchmark itself counts a run as passed at reward 1 only."""
    reward = reward_info.get("reward") if isinstance(reward_info, dict) else None
    if not isinstance(reward, int | float):
        return "unknown"
    return "success" if abs(reward - 1) <= 1e-6 else "failure"


def ending(run: dict[str, Any], info: dict[str, Any], outcome: Outcome, unit: str) -> Ending:
    """By `termination_reason`; max_steps counts messages, or ticks of a voice run."""
    reason = run.get("termination_reason")
    if type(reason) is str and reason in _CUTS:
        cut_by, name = _CUTS[reason]
        cap = info.get(name) if name is not None else None
        rule = f"`termination_reason` is {reason}"
        if not isinstance(cap, int | float):
            return Ending("censored", rule, cut_by)
        return Ending("censored", rule, cut_by, float(cap), unit if name == "max_steps" else "tool errors in a row")
    if reason is None:
        return Ending("open", "no `termination_reason` is stored")
    return Ending(outcome, f"ended by {reason}; the reward tells success")


def attributes(run: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
    """Ids of the simulation, and who played the two sides."""
    made = {key: run[key] for key in _SIMULATION_FACTS if run.get(key) is not None}
    if "git_commit" in info:
        made["git_commit"] = info["git_commit"]
    for side in ("agent_info", "user_info"):
        about = info.get(side)
        if type(about) is dict:
            made |= {f"{side}.{key}": about[key] for key in ("implementation", "llm") if about.get(key) is not None}
    return made


def stated(run: dict[str, Any], cached: int) -> tuple[Stated, ...]:
    """Cost, duration and rewards as stored, and the cached tokens that only the raw replies tell."""
    metrics: dict[str, Any] = {key: run[key] for key in ("duration", "user_cost") if run.get(key) is not None}
    reward_info = run.get("reward_info")
    if isinstance(reward_info, dict):
        metrics |= {key: reward_info[key] for key in ("reward", "reward_breakdown") if reward_info.get(key) is not None}
    cost = run.get("agent_cost")
    own = Stated(
        "run",
        "the simulation's own fields",
        cost=float(cost) if isinstance(cost, int | float) else None,
        metrics=metrics,
    )
    if not cached:
        return (own,)
    return (
        own,
        Stated("run", "`raw_data` of the agent's replies: a cache that `usage` leaves out", Usage(None, cached)),
    )
