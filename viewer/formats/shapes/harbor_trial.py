"""What Harbor writes of a trial, `result.json`: {"trial_name", "agent_result", "verifier_result", "exception_info"}."""

from typing import Any

from viewer.formats.convert import number_or_none, timestamp, whole_or_none
from viewer.model.run import CutBy, Ending, Outcome, Stated
from viewer.model.usage import Usage

_CUTS: tuple[tuple[str, CutBy], ...] = (("Timeout", "time"), ("ContextLength", "tokens"), ("Cancelled", "abort"))
"""By a part of the exception's type; all others are crashes."""
_FACTS = ("id", "trial_name", "task_name", "task_id", "source", "task_checksum", "agent_info")


def is_harbor_trial(value: Any) -> bool:
    """Whether an object tells of one trial, not of a whole job."""
    return type(value) is dict and "trial_name" in value and "verifier_result" in value and "agent_info" in value


def facts_of(trial: dict[str, Any]) -> dict[str, Any]:
    """Fields of `Run` that the trial tells."""
    failure = trial.get("exception_info")
    kind = failure.get("exception_type") if type(failure) is dict else None
    task = trial.get("task_name")
    return {
        "task": task if type(task) is str else None,
        "outcome": outcome_of(trial),
        "exit_status": kind if type(kind) is str else None,
        "started_at": timestamp(trial.get("started_at")),
        "ended_at": timestamp(trial.get("finished_at")),
    }


def attributes_of(trial: dict[str, Any]) -> dict[str, Any]:
    """What names the trial, its task and its agent."""
    return {key: trial[key] for key in _FACTS if trial.get(key) is not None}


def model_of(trial: dict[str, Any]) -> str | None:
    """The model that the agent ran with."""
    about = trial["agent_info"].get("model_info") if type(trial.get("agent_info")) is dict else None
    name = about.get("name") if type(about) is dict else None
    return name if type(name) is str else None


def reward_of(trial: dict[str, Any]) -> float | None:
    """The verifier's reward; None where it did not come to one."""
    result = trial.get("verifier_result")
    rewards = result.get("rewards") if type(result) is dict else None
    return number_or_none(rewards.get("reward")) if type(rewards) is dict else None


def outcome_of(trial: dict[str, Any]) -> Outcome:
    """A reward of 1 is success, of 0 failure; what lies between is neither."""
    reward = reward_of(trial)
    if reward is None or 0 < reward < 1:
        return "unknown"
    return "success" if reward >= 1 else "failure"


def ending_of(trial: dict[str, Any]) -> Ending:
    """Cut by an exception, even where the tests passed; else by the reward."""
    failure = trial.get("exception_info")
    if type(failure) is dict:
        kind = str(failure.get("exception_type"))
        cut_by: CutBy = next((cut for sign, cut in _CUTS if sign in kind), "crash")
        return Ending("censored", f"`exception_info` of the trial is {kind}", cut_by)
    return Ending(outcome_of(trial), f"`reward` of the trial's verifier is {reward_of(trial)}")


def stated_of(trial: dict[str, Any]) -> Stated:
    """The trial's totals; input tokens include the cache."""
    result = trial.get("agent_result")
    told = result if type(result) is dict else {}
    names = ("n_input_tokens", "n_cache_tokens", "n_output_tokens")
    whole, cached, output = (whole_or_none(told.get(name)) for name in names)
    usage = None
    if whole is not None or output is not None:
        usage = Usage(None if whole is None else whole - (cached or 0), cached, None, output)
    rewards = trial.get("verifier_result")
    metrics = rewards.get("rewards") if type(rewards) is dict else None
    return Stated(
        "run",
        "the trial's `agent_result` and `verifier_result`",
        usage,
        number_or_none(told.get("cost_usd")),
        metrics=metrics if type(metrics) is dict else {},
    )
