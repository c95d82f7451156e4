"""T19."""

import msgspec
from conftest import sample

from viewer.analysis.checks.registry import findings
from viewer.model.request import Context


def test_the_first_request_after_a_compaction_is_named_once() -> None:
    (finding,) = findings(sample("broken/compaction.json"))
    assert (finding.code, finding.severity) == ("context_narrowed", "info")
    assert finding.text == (
        "request 3, which [5] answers, is the first that did not hold all messages before it: "
        "what it saw is [3–4], derived: from the last compaction block on"
    )


def test_a_recorded_whole_prefix_is_no_finding_and_an_unknown_one_is() -> None:
    run = sample("refund/refund.json")
    whole = msgspec.structs.replace(run.requests[1], context=Context(((0, 2),), "recorded", "its own list"))
    lost = msgspec.structs.replace(run.requests[2], context=Context((), "unknown", reason="the log was cut"))
    made = msgspec.structs.replace(run, requests=(run.requests[0], whole, lost, run.requests[3]))
    (finding,) = findings(made)
    assert finding.positions[0].message_index == 5
    assert finding.text.endswith("what it saw is unknown: the log was cut")
