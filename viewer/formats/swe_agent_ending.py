"""How a run of SWE-agent ended, by the harness's own word."""

from typing import Any

from viewer.formats.convert import number_or_none
from viewer.model.run import CutBy, Ending, EndingKind

_EXITS: dict[str, tuple[EndingKind, CutBy | None]] = {
    "exit_cost": ("censored", "money"),
    "exit_context": ("censored", "tokens"),
    "exit_total_execution_time": ("censored", "time"),
    "exit_command_timeout": ("censored", "time"),
    "exit_format": ("censored", "abort"),
    "exit_error": ("censored", "crash"),
    "exit_api": ("censored", "crash"),
    "exit_environment_error": ("censored", "crash"),
    "early_exit": ("censored", "abort"),
    "exit_forfeit": ("unknown", None),
    "exit_command": ("unknown", None),
}


def ending_of(status: Any, cost_limit: Any) -> Ending:
    """What `exit_status` says; a limit of money in US dollars where the settings hold one."""
    if type(status) is not str or not status:
        return Ending("open", "no `exit_status` is stored: the file was written before the run ended")
    reason = status.removeprefix("submitted (").removesuffix(")")
    if status == "submitted":
        return Ending("unknown", "`exit_status` is submitted: handed in, and no verdict is stored")
    kind, cut_by = _EXITS.get(reason, ("unknown", None))
    limit = number_or_none(cost_limit) if cut_by == "money" else None
    if not limit or limit < 0:
        limit = None  # 0 stands for no limit
    return Ending(kind, f"`exit_status` is {status}", cut_by, limit, None if limit is None else "US dollars")
