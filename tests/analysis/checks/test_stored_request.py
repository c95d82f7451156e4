"""Requests that the file stores itself, against the prefix that the messages give."""

import msgspec
from conftest import sample

from viewer.analysis.checks.finding import Finding
from viewer.analysis.checks.registry import findings
from viewer.model.request import Context

REFUND = sample("refund/refund.json")


def _found(*contexts: Context | None) -> tuple[Finding, ...]:
    requests = tuple(
        msgspec.structs.replace(request, context=context)
        for request, context in zip(REFUND.requests, contexts, strict=True)
    )
    return findings(msgspec.structs.replace(REFUND, requests=requests))


def test_stored_requests_that_hold_the_whole_prefix_are_no_finding() -> None:
    assert _found(*(Context(((0, n),), "recorded", "its own list") for n in (0, 2, 4, 6))) == ()


def test_requests_that_hold_fewer_messages_are_one_finding_with_the_first_gap() -> None:
    (finding,) = _found(None, None, *(Context(((0, 1), (3, n)), "recorded", "its own list") for n in (4, 6)))
    assert (finding.code, finding.severity) == ("stored_request_differs", "info")
    assert [position.message_index for position in finding.positions] == [5, 7]
    assert finding.text == (
        "the stored requests that [5] and [7] answer differ from messages 0..n-1: request 3 lacks [2]"
    )


def test_what_a_stored_request_holds_otherwise_is_a_warning_however_many_messages_it_concerns() -> None:
    (finding,) = _found(
        None,
        None,
        Context(((0, 4),), "recorded", "its own list; 1 of its messages are not in this list"),
        Context(((0, 6),), "recorded", "its own list; 2 of its messages are not in this list"),
    )
    assert finding.severity == "warning"
    assert [position.message_index for position in finding.positions] == [5, 7]
    assert finding.text.endswith("in request 3, 1 of its messages are not in this list")


def test_a_derived_context_is_no_stored_request() -> None:
    (finding,) = _found(None, None, None, Context(((5, 6),), "derived", "from the last compaction on; a summary leads"))
    assert finding.code == "context_narrowed"


def test_a_shortened_message_in_a_steps_own_query_is_named() -> None:
    found = {one.code: one for one in findings(sample("swe_agent/native_calls_with_rejected_reply.traj"))}
    assert "messages shortened in it and left out here: 1" in found["stored_request_differs"].text
    assert "context_narrowed" not in found
