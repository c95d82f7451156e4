"""Results of a replay for tests, without an endpoint."""

from typing import Any

from bundles import refund_bundle
from wire_server import asks, says

from viewer.replay.bundle import Bundle
from viewer.replay.send_plan import bundle_hash
from viewer.replay.send_results import Arm, LiveCall, RecordedAnswer, Results, ResultsHead, Sample, SampleStep, StopKind

REFUND = ("r1", "issue_refund", {"order_id": "4471", "amount_cents": 8900})
POLICY = ("p1", "lookup_policy", {"topic": "no carrier scan"})


def results_of(bundle: Bundle, *samples: Sample, **more: Any) -> Results:
    head = ResultsHead(
        bundle=bundle_hash(bundle), endpoint="local", base_url="http://127.0.0.1", protocol=bundle.api, model="m",
        set={"max_tokens": 50}, step_cap=8, server_tools=[], created_at="2026-01-01",
    )  # fmt: skip
    return Results(head=head, samples=list(samples), failures=[], **more)


def asking(arm: Arm, number: int, *calls: Any, stop: StopKind = "needs_live_tool") -> Sample:
    """A sample whose only reply asks for tools that are not recorded."""
    live = [LiveCall(tool=name, arguments=given) for _, name, given in calls]
    return _sample(arm, number, stop, [_step(asks("anthropic_messages", *calls))], live)


def refunding(arm: Arm, number: int) -> Sample:
    """A sample that does what the refund run did: asks for the refund, gets the recorded result, ends."""
    answer = RecordedAnswer(
        tool_use_id="r1", tool="issue_refund", arguments=REFUND[2], position="[6].0", number=1,
        content=refund_bundle().recorded_results[0].results[0].content, is_error=None,
    )  # fmt: skip
    first = _step(asks("anthropic_messages", REFUND)).model_copy(update={"answers": [answer]})
    return _sample(arm, number, "ended", [first, _step(says("anthropic_messages", "Refunded."))])


def saying(arm: Arm, number: int, words: str) -> Sample:
    """A sample whose only reply is words."""
    return _sample(arm, number, "ended", [_step(says("anthropic_messages", words))])


def _step(reply: dict[str, Any]) -> SampleStep:
    return SampleStep(reply=reply, attempts=1, seconds=0.5)


def _sample(
    arm: Arm, number: int, stop: StopKind, steps: list[SampleStep], live: list[LiveCall] | None = None
) -> Sample:
    return Sample(
        arm=arm, sample=number, stop=stop, steps=steps, live_calls=live or [], started_at="2026-01-02T03:04:05+00:00"
    )
