"""How many of the runs still going after k steps succeed later."""

from dataclasses import dataclass

import numpy as np

from viewer.analysis.caps.cells import FAILURE, SUCCESS, UNKNOWN, Bools, Cells, Ints


@dataclass(frozen=True)
class StillRunning:
    """The runs that went on beyond k."""

    cap: int
    running: int
    succeeded: int
    failed: int
    unknown: int
    """Ended, and no outcome is recorded."""
    cut: int
    """Censored or open: what they would have done is not known."""

    @property
    def later_success(self) -> tuple[float, float] | None:
        """Share of those still running that succeed later, if none and if all of the unknown and cut ones do."""
        if not self.running or not self.succeeded + self.failed:
            return None
        return self.succeeded / self.running, (self.succeeded + self.unknown + self.cut) / self.running


def still_running(cells: Cells, top: int) -> tuple[StillRunning, ...]:
    """A row for every cap from 0 to `top`."""

    def beyond(chosen: Bools) -> Ints:
        steps = np.minimum(cells.steps[chosen], top + 1)
        found: Ints = np.bincount(steps, cells.runs[chosen], top + 2)[::-1].cumsum()[::-1].astype(np.int64)
        return found[1:]

    success, failure, unknown = (beyond(cells.kind == kind) for kind in (SUCCESS, FAILURE, UNKNOWN))
    cut = beyond(cells.is_cut)
    whole = success + failure + unknown + cut
    return tuple(
        StillRunning(cap, *(int(column[cap]) for column in (whole, success, failure, unknown, cut)))
        for cap in range(top + 1)
    )
