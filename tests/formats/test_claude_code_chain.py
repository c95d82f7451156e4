"""The usual transcript, read in one pass, and what is not usual enough for it."""

from typing import Any

import pytest

from viewer.decode.document import BadRecord, Record
from viewer.formats.build import RunBuilder
from viewer.formats.claude_code_chain import map_chain
from viewer.formats.claude_code_threads import AnyRecord


def line(uuid: str, parent: str | None, **more: Any) -> dict[str, Any]:
    message = {"role": "user", "content": "x"}
    return {"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s1", "message": message, **more}


def records(*values: Any) -> list[AnyRecord]:
    return [Record(number, value) for number, value in enumerate(values, 1)]


def test_lines_that_follow_one_another_are_mapped_as_they_come() -> None:
    builder = RunBuilder()
    thread = map_chain(builder, [*records({"type": "mode"}, line("a", None), line("b", "a")), BadRecord(4, "cut")])
    assert thread is not None and (thread.sessions, thread.unlinked) == (["s1"], [{"type": "mode"}])
    assert [message.records for message in builder.messages] == [(2,), (3,)]
    assert [problem.record for problem in builder.problems] == [4]


def test_a_line_that_cannot_be_mapped_does_not_break_the_chain() -> None:
    builder = RunBuilder()
    assert map_chain(builder, records(line("a", None), line("b", "a", message=3), line("c", "b"))) is not None
    assert [problem.record for problem in builder.problems] == [2]


@pytest.mark.parametrize(
    "last",
    [line("c", "a"), line("c", None), line("c", "b", isSidechain=True)],
    ids=["a fork", "no parent", "a sidechain"],
)
def test_what_is_no_chain_is_told_at_its_first_other_line(last: dict[str, Any]) -> None:
    assert map_chain(RunBuilder(), records(line("a", None), line("b", "a"), last, line("d", "c"))) is None


def test_a_file_that_ends_as_another_session_is_no_chain() -> None:
    assert map_chain(RunBuilder(), records(line("a", None), line("b", "a", sessionId="s2"))) is None
