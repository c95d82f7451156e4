"""When lines are rows of a data set, and when they are one growing log."""

from typing import Any

from viewer.formats.shapes.message_rows import row_id_key

ASK = {"role": "user", "content": "q"}
SAY = {"role": "assistant", "content": "a"}


def row(name: str, *messages: Any, **fields: Any) -> dict[str, Any]:
    return {"instance_id": name, "messages": list(messages), **fields}


def test_rows_are_told_by_an_id_of_their_own() -> None:
    assert row_id_key([row("a", ASK, SAY), row("b", ASK, SAY)]) == "instance_id"
    assert row_id_key([row("a", ASK, run_id="x"), row("a", SAY, run_id="y")]) == "run_id"


def test_requests_that_repeat_the_list_before_them_are_no_rows() -> None:
    assert row_id_key([row("a", ASK), row("b", ASK, SAY, ASK)]) is None


def test_rows_without_an_id_or_with_a_response_are_none() -> None:
    assert row_id_key([{"messages": [ASK]}, {"messages": [SAY]}]) is None
    assert row_id_key([row("a", ASK, response={}), row("b", ASK, response={})]) is None
    assert row_id_key([row("a", ASK)]) is None
