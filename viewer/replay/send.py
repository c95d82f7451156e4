"""Sends a bundle: samples of the swapped request and, as the control, of the request as it was, one of each in turn."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from viewer.replay.send_client import EndpointClient
from viewer.replay.send_cost import Budget, BudgetReached, dollars_text
from viewer.replay.send_plan import Plan, with_results
from viewer.replay.send_results import Arm, Failure, ResultsWriter, Sample, read_results, results_writer
from viewer.replay.send_sample import RecordedAnswers, Sampling, Stopped, take_sample

_HOPELESS_STATES = (400, 401, 403, 404, 422)
"""Refusals that every further request would meet as well."""


@dataclass(frozen=True)
class Sent:
    """What a call did."""

    finished: int
    failed: int
    left: int
    """Samples that it did not begin, or whose request failed."""
    why: str | None
    """Why it stopped before its end; None: it did not."""
    torn: Path | None
    """Where the torn last line of an earlier call was put."""


@dataclass(frozen=True)
class Progress:
    """After each sample."""

    line: Sample | Failure
    finished: int
    failed: int
    all: int
    spent: Decimal


def send(
    plan: Plan,
    file: Path,
    on_progress: Callable[[Progress], None] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Sent:
    """Send what the results file lacks, and append each sample to it as it is finished.

    Args:
        plan: what to send.
        file: the results file; made where there is none, continued where it is of the same plan.
        on_progress: told after each sample.
        is_stopped: asked before each request.

    Raises:
        CannotSend: nothing was sent, and why.
        RunFileError: the results file cannot be read or written.
    """
    key = plan.endpoint.key()
    with_results(plan, read_results(file))  # refuse before anything is written
    with results_writer(file) as writer:
        results = read_results(file)
        made = with_results(plan, results)
        if results is None:
            writer.add(made.head)
        return asyncio.run(_Run(made, writer, on_progress, is_stopped).all(key))


@dataclass
class _Run:
    plan: Plan
    writer: ResultsWriter
    on_progress: Callable[[Progress], None]
    is_stopped: Callable[[], bool]
    finished: int = 0
    failed: int = 0
    why: str | None = None

    async def all(self, key: str) -> Sent:
        """Take every sample that is to do, as many at once as allowed."""
        plan, options = self.plan, self.plan.options
        budget = Budget(plan.endpoint, plan.head.model, options.max_cost, plan.spent)
        waiting = list(reversed(plan.todo))
        async with EndpointClient(plan.endpoint, key, options.retries, options.timeout) as client:
            recorded = RecordedAnswers(plan.bundle)
            sampling = Sampling(client, plan.endpoint.protocol, recorded, options.step_cap, budget, self._stop_if_asked)

            async def work() -> None:
                while waiting and self.why is None:
                    await self._one(sampling, *waiting.pop())

            workers = min(options.concurrency, len(waiting))
            await asyncio.gather(*(work() for _ in range(workers)))
        left = len(self.plan.todo) - self.finished
        return Sent(self.finished, self.failed, left, self.why, self.writer.torn)

    async def _one(self, sampling: Sampling, arm: Arm, number: int) -> None:
        try:
            line = await take_sample(sampling, self.plan.requests[arm], arm, number)
        except BudgetReached as error:
            self.why = f"the limit of cost was reached: {error}, {dollars_text(sampling.budget.spent)} is spent"
            return
        except Stopped:
            self.why = "it was stopped"
            return
        self.writer.add(line)
        if line.kind == "sample":
            self.finished += 1
        else:
            self.failed += 1
            hopeless = line.why in ("cost", "redirect") or line.status in _HOPELESS_STATES
            if hopeless and self.why is None:
                self.why = line.text
        spent_now = sampling.budget.spent
        self.on_progress(Progress(line, self.finished, self.failed, len(self.plan.todo), spent_now))

    def _stop_if_asked(self) -> None:
        if self.why is not None or self.is_stopped():
            raise Stopped
