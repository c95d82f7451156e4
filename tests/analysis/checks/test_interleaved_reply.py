import msgspec
from conftest import sample

from viewer.analysis.checks.registry import findings
from viewer.model.run import Run


def _with_records(*records: tuple[int, ...]) -> Run:
    run = sample("order_status/order_status.json")
    messages = tuple(
        msgspec.structs.replace(message, records=numbers)
        for message, numbers in zip(run.messages, records, strict=True)
    )
    return msgspec.structs.replace(run, messages=messages)


def test_a_reply_that_a_result_parts_is_named_with_its_records() -> None:
    (finding,) = findings(_with_records((1,), (2, 4), (3,), (5,)))
    assert (finding.code, finding.severity) == ("interleaved_reply", "info")
    assert finding.text.startswith("reply [1] was recorded in pieces (records 2 to 4) with 1 record of other messages")
    assert [position.message_index for position in finding.positions] == [1, 2]


def test_pieces_in_a_row_and_lines_that_are_no_messages_between_are_no_finding() -> None:
    assert findings(_with_records((1,), (2, 3, 4), (5,), (6,))) == ()
    assert findings(_with_records((1,), (2, 9), (10,), (11,))) == ()


def test_two_replies_that_interleave_are_both_named() -> None:
    found = findings(_with_records((1,), (2, 5), (3,), (4, 6)))
    assert [finding.positions[0].message_index for finding in found] == [1, 3]


def test_a_result_recorded_between_two_pieces_is_named_in_a_real_layout() -> None:
    found = {finding.code: finding for finding in findings(sample("sub_agents/order_survey.jsonl"))}
    assert found["interleaved_reply"].text == (
        "reply [3] was recorded in pieces (records 9 to 12) with 1 record of other messages between, such as of [4]; "
        "it stands where its first piece stood"
    )
    assert found["unlinked_sub_runs"].text == "1 sub-agent run is not linked to a call: a9d4 (4 messages)"
