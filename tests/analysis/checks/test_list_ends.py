"""T14; hard case 41."""

import msgspec
from conftest import sample
from messages import model, run_of, user

from viewer.analysis.checks.registry import findings
from viewer.model.run import Problem
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
    meta = msgspec.structs.replace(empty, records=(RecordArray("messages", 1, 7),))
    assert [(finding.text, finding.severity) for finding in findings(meta)] == [
        ("none of the 7 records is a message", "warning")
    ]
    lost = msgspec.structs.replace(meta, problems=(Problem(7, "no role", -1),))
    assert [finding.severity for finding in findings(lost) if finding.code == "no_messages"] == ["error"]


def test_a_lone_reply_is_a_response_and_only_worth_knowing() -> None:
    assert [(finding.code, finding.severity) for finding in findings(run_of(model("hi")))] == [
        ("starts_with_reply", "info")
    ]


def test_a_run_that_a_caller_ended_with_a_verdict_has_no_finding() -> None:
    assert findings(run_of(user("a"), model("b"), user("###STOP###"), outcome="success")) == ()
