"""Batches of events as Langfuse's SDKs send them."""

from typing import Any

from accounting import unaccounted
from claims import claims
from conftest import read_values

from viewer.analysis.summary import summary
from viewer.model.run import Run
from viewer.model.usage import Usage

ASKED = {"role": "user", "content": "go"}


def event(type: str, **body: Any) -> dict[str, Any]:
    return {"id": "e", "type": type, "timestamp": "2026-01-01T00:00:00Z", "body": body}


def one(*values: Any) -> Run:
    (run,) = read_values(*values)
    assert unaccounted((run,)) == []
    return run


EVENTS = [
    event("trace-create", id="t", name="visit", sessionId="morning"),
    event("span-create", id="s", traceId="t", startTime="2026-01-01T00:00:00Z"),
    event("generation-create", id="g", traceId="t", parentObservationId="s", model="m", input=[ASKED]),
    event("generation-update", id="g", model=None, output="ok", usage={"input": 4, "output": 1, "unit": "TOKENS"}),
    event("score-create", traceId="t", name="fine", value=1),
    event("sdk-log", log="x"),
]


def test_the_events_of_an_observation_are_one_call() -> None:
    value = {"batch": EVENTS, "metadata": {}}
    assert claims(value)["langfuse"] == 3
    run = one(value)
    assert [message.records for message in run.messages] == [(3, 4), (3, 4)]
    assert (run.label, run.attributes["sessionId"], run.requests[0].model) == ("visit", "morning", "m")
    assert summary(run).usage == Usage(4, None, None, 1)
    assert run.stated[-1].metrics == {"fine": 1}
    assert sorted(aside.record for aside in run.set_aside) == [1, 2, 5, 6]


def test_batches_on_lines_or_in_a_list_belong_together() -> None:
    parts = [{"batch": EVENTS[:3]}, {"batch": EVENTS[3:]}]
    assert [message.records for message in one(*parts).messages] == [(3, 4), (3, 4)]
    assert [message.records for message in one(parts).messages] == [(3, 4), (3, 4)]


def test_what_is_no_event_is_a_problem() -> None:
    run = one({"batch": [*EVENTS, {"type": "generation-create"}, 5]})
    assert [problem.record for problem in run.problems] == [7, 8]
