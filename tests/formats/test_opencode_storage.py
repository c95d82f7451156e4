"""Files of OpenCode's storage sorted into sessions."""

from typing import Any

from viewer.decode.document import Cut, Decoded, JsonDocument
from viewer.formats.build import RunBuilder
from viewer.formats.opencode_storage import Session, sessions
from viewer.model.run import Run


def file(value: Any, **more: Any) -> JsonDocument:
    return JsonDocument(name="f", value=value, text=b"", **more)


HEAD = {"id": "ses", "projectID": "p", "directory": "/"}


def message(id: str, created: int | None = None, role: str = "user", ses: str = "ses") -> dict[str, Any]:
    return {"id": id, "sessionID": ses, "role": role, "time": {"created": created}}


def part(id: str, of: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, "sessionID": "ses", "messageID": of, "type": "text", "text": id, **fields}


def found(*values: Any) -> list[Session]:
    first, *others = (value if isinstance(value, Decoded) else file(value) for value in values)
    assert isinstance(first, JsonDocument)
    return sessions(JsonDocument(name="f", value=first.value, text=b"", companions=tuple(others), cut=first.cut))


def run(session: Session) -> Run:
    builder = RunBuilder()
    session.read(builder)
    return builder.finish(run_id=session.id, format="x", records=session.arrays())


def test_files_are_numbered_message_by_message_with_what_marks_steps_last() -> None:
    values = (
        part("p1", "m1", type="step-start"),
        HEAD,
        message("m2", 2),
        message("m1", 1),
        part("p2", "m1"),
        part("p3", "m2"),
    )
    (session,) = found(*values)
    assert [(array.first, array.part) for array in session.arrays()] == [(1, 1), (2, 3), (3, 4), (4, 0), (5, 2), (6, 5)]
    made = run(session)
    assert [message.records for message in made.messages] == [(2, 3), (5, 6)]
    assert [aside.record for aside in made.set_aside] == [1, 4]


def test_a_part_that_cannot_be_read_is_a_problem_and_its_message_is_read() -> None:
    (session,) = found(HEAD, message("m1"), part("p1", "m1", text=5), part("p2", "m1"))
    made = run(session)
    assert ([problem.record for problem in made.problems], made.messages[0].records) == ([3], (2, 4))


def test_the_parts_of_a_message_that_cannot_be_read_are_problems_with_it() -> None:
    (session,) = found(HEAD, message("m1", role="hologram"), part("p1", "m1"), part("p2", "m1", type="patch"))
    made = run(session)
    assert sorted(problem.record for problem in made.problems) == [2, 3]
    assert [aside.record for aside in made.set_aside] == [1, 4]


def test_a_part_without_its_message_is_a_problem_of_its_session() -> None:
    (session,) = found(HEAD, part("p1", "gone"))
    assert [problem.reason for problem in run(session).problems] == ["a part of a message that no file holds"]


def test_files_that_are_none_of_these_and_cut_ones_are_problems() -> None:
    cut = file({"id": "m1", "sessionID": "ses"}, cut=Cut(5, (), "the file ends here"))
    unread = Decoded(name="f", notes=("no JSON",))
    (session,) = found(HEAD, [1], cut, unread)
    assert [problem.reason for problem in run(session).problems] == [
        "no session, message or part",
        "the file ends here",
        "no session, message or part: no JSON",
    ]


def test_a_session_with_its_file_comes_first_and_messages_without_one_make_another() -> None:
    made = found(message("m1", ses="other"), HEAD)
    assert [(session.id, len(session.messages)) for session in made] == [("ses", 0), ("other", 1)]


def test_messages_stand_in_the_order_in_which_they_were_created_else_in_that_of_the_files() -> None:
    (session,) = found(HEAD, message("b", 5), message("a", 3), message("c"), message("d"))
    assert [array.part for array in session.arrays()] == [0, 3, 4, 2, 1]
