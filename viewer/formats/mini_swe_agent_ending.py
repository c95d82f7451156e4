"""How a run of mini-swe-agent ended: by `exit_status`, and by the limits in its settings."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.convert import number_or_none
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import ToolUse
from viewer.model.run import CutBy, Ending

_SUBMITS = ("COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", "MINI_SWE_AGENT_FINAL_OUTPUT")
_CUTS: dict[str, CutBy] = {
    "TimeExceeded": "time",
    "RepeatedFormatError": "abort",
    "ContextWindowExceeded": "tokens",
    "ContextWindowExceededError": "tokens",
    "UserInterruption": "abort",
    "KeyboardInterrupt": "abort",
}


def ending_of(info: dict[str, Any], config: dict[str, Any], builder: RunBuilder) -> Ending:
    """By `exit_status`, with the limit that it names where the settings tell it; else by the last action."""
    status = info.get("exit_status")
    if type(status) is not str or not status:
        calls = [block for message in builder.messages for block in message.blocks if type(block) is ToolUse]
        if calls and any(word in str(calls[-1].input) for word in _SUBMITS):
            return Ending("unknown", "the last action hands the work in; the file holds no verdict")
        return ending_by_messages(builder)
    if status == "Submitted":
        return Ending("unknown", "`exit_status` is Submitted; whether the work is right is not recorded")
    rule = f"`exit_status` is {status}"
    settings = config.get("agent")
    seconds = number_or_none(settings.get("wall_time_limit_seconds")) if type(settings) is dict else None
    if status == "TimeExceeded" and seconds is not None and seconds > 0:
        return Ending("censored", rule, "time", seconds, "seconds")
    if status != "LimitsExceeded":
        return Ending("censored", rule, _CUTS.get(status, "crash"))
    stats, agent = info.get("model_stats"), config.get("agent")
    if isinstance(stats, dict) and isinstance(agent, dict):
        for used, limit, cut_by, unit in _LIMITS:
            cap = agent.get(limit)
            if isinstance(cap, int | float) and cap > 0 and stats.get(used, 0) >= cap:
                return Ending("censored", rule, cut_by, float(cap), unit)
    return Ending("censored", rule)


_LIMITS: tuple[tuple[str, str, CutBy, str], ...] = (
    ("api_calls", "step_limit", "steps", "requests"),
    ("instance_cost", "cost_limit", "money", "US dollars"),
)
