"""T14; hard case 41."""

import msgspec
from conftest import sample
from messages import run_of, user

from viewer.analysis.checks.registry import findings
from viewer.model.source import RecordArray


def test_a_list_that_starts_with_a_reply_lacks_its_input() -> None:
    (finding,) = findings(sample("broken/starts_with_reply.json"))
    assert (finding.code, finding.severity) == ("starts_with_reply", "warning")


def test_a_single_message_without_a_reply_is_named() -> None:
    (finding,) = findings(sample("broken/ends_before_reply.json"))
    assert (finding.code, finding.severity) == ("ends_before_reply", "info")
    assert finding.text.startswith("no reply follows [0], the only message")


def test_an_empty_list_is_worth_knowing_and_a_file_without_messages_an_error() -> None:
    run = run_of(user("a"))
    empty = msgspec.structs.replace(run, messages=(), requests=(), records=(RecordArray("messages", 1, 0),))
    assert [(finding.code, finding.severity) for finding in findings(empty)] == [("no_messages", "info")]
    lost = msgspec.structs.replace(empty, records=(RecordArray("messages", 1, 7),))
    assert [(finding.text, finding.severity) for finding in findings(lost)] == [
        ("none of the 7 records is a message", "error")
    ]
