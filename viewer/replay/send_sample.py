"""One sample: a request, its reply, and on, as long as the run holds the results of what the model asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from viewer.replay.bundle import Bundle, RecordedResult
from viewer.replay.recorded_results import canonical_arguments
from viewer.replay.send_client import EndpointClient, RequestFailed
from viewer.replay.send_cost import ASSUMED_OUTPUT, Budget, BudgetReached
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_replies import AskedCall, answers, continued, read_reply
from viewer.replay.send_results import Arm, Failure, LiveCall, RecordedAnswer, Sample, SampleStep, StopKind

_FREE = ("status", "redirect", "connection")
"""Ways to fail in which no reply was made."""
_WITH_RESULTS = ("tool_use", "function", "custom", "function_call", "custom_tool_call")


class Stopped(Exception):
    """The caller asked to stop before the next request."""


@dataclass(frozen=True)
class Sampling:
    """What all samples share."""

    client: EndpointClient
    protocol: Protocol
    recorded: "RecordedAnswers"
    step_cap: int
    budget: Budget
    before_request: Callable[[], None] = lambda: None
    """Raises `Stopped` to stop before the next request."""


class RecordedAnswers:
    """The results that the run holds, by tool and arguments, in order."""

    def __init__(self, bundle: Bundle) -> None:
        self._by_call = {(one.tool, one.arguments): one.results for one in bundle.recorded_results}

    def find(self, call: AskedCall, number: int) -> RecordedResult | None:
        """The n-th recorded result (from 1) of a call, or None."""
        if call.id is None or call.kind not in _WITH_RESULTS:
            return None
        results = self._by_call.get((call.tool, canonical_arguments(call.arguments)), [])
        return results[number - 1] if number <= len(results) else None


async def take_sample(sampling: Sampling, request: dict[str, Any], arm: Arm, number: int) -> Sample | Failure:
    """Sample a request; no tool is called.

    Args:
        sampling: what all samples share.
        request: the body, swapped or not.
        arm: which of the two it is.
        number: of the sample in its arm, from 1.

    Raises:
        BudgetReached: nothing was sent for this sample, and its first request does not fit.
        Stopped: nothing was sent for this sample.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    steps: list[SampleStep] = []
    asked: dict[tuple[str, str], int] = {}
    while True:
        try:
            step, calls, ended = await _step(sampling, request)
        except RequestFailed as error:
            return Failure(
                arm=arm,
                sample=number,
                why=error.kind,
                status=error.status,
                text=str(error),
                steps=steps,
                started_at=started,
            )
        except (BudgetReached, Stopped) as error:
            if not steps:
                raise
            why = "stopped" if isinstance(error, Stopped) else "cost"
            text = "it was stopped" if why == "stopped" else f"the limit of cost was reached: {error}"
            return Failure(arm=arm, sample=number, why=why, text=text, steps=steps, started_at=started)
        stop: StopKind | None = None
        found, missing = _recorded(sampling.recorded, calls, asked)
        if ended in ("ended", "cut_short"):
            stop = "ended" if ended == "ended" else "cut_short"
        elif missing:
            stop = "needs_live_tool"
        elif len(steps) + 1 >= sampling.step_cap:
            stop = "step_cap"
        if stop is not None:
            steps.append(step)
            live = missing if stop == "needs_live_tool" else []
            return Sample(arm=arm, sample=number, stop=stop, live_calls=live, steps=steps, started_at=started)
        steps.append(step.model_copy(update={"answers": found}))
        request = continued(sampling.protocol, request, entries_of(sampling.protocol, steps[-1]))


async def _step(sampling: Sampling, request: dict[str, Any]) -> tuple[SampleStep, tuple[AskedCall, ...], str]:
    sampling.before_request()
    reserved = await sampling.budget.reserve(request, ASSUMED_OUTPUT)
    try:
        answered = await sampling.client.ask(request)
    except RequestFailed as error:
        await sampling.budget.settle(reserved, None, free=error.kind in _FREE)
        raise
    reply = answered.reply
    await sampling.budget.settle(reserved, reply.raw)
    step = SampleStep(reply=reply.raw, attempts=answered.attempts, seconds=round(answered.seconds, 3))
    return step, reply.calls, reply.ended


def _recorded(
    recorded: RecordedAnswers, calls: tuple[AskedCall, ...], asked: dict[tuple[str, str], int]
) -> tuple[list[RecordedAnswer], list[LiveCall]]:
    """The recorded results of a reply's calls, and the calls that have none. `asked` counts equal calls."""
    found: list[RecordedAnswer] = []
    missing: list[LiveCall] = []
    for call in calls:
        place = (call.tool, canonical_arguments(call.arguments))
        number = asked[place] = asked.get(place, 0) + 1
        result = recorded.find(call, number)
        if result is None:
            missing.append(LiveCall(tool=call.tool, arguments=call.arguments))
            continue
        found.append(
            RecordedAnswer(
                tool_use_id=call.id,
                tool=call.tool,
                arguments=call.arguments,
                position=result.position,
                number=number,
                content=result.content,
                is_error=result.is_error,
            )
        )
    return found, missing


def entries_of(protocol: Protocol, step: SampleStep) -> list[dict[str, Any]]:
    """What a step adds to the list: the reply, and the recorded results of its calls."""
    reply = read_reply(protocol, step.reply)
    by_id = {call.id: call for call in reply.calls}
    given = [(by_id[one.tool_use_id], one.content, one.is_error) for one in step.answers if one.tool_use_id in by_id]
    return [*reply.entries, *(answers(protocol, given) if given else [])]
