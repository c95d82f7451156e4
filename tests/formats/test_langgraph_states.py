"""States of one thread put together."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.langgraph_states import States, is_snapshot, snapshot_of


def said(kind: str, words: Any, id: str | None = None) -> dict[str, Any]:
    return {"type": kind, "content": words, "id": id}


def states(*lists: list[Any], **more: Any) -> States:
    made = States()
    records = [Record(at, {"values": {"messages": one}, "next": [], **more}) for at, one in enumerate(lists, 1)]
    made.builder.map(records, made.entry)
    return made


A, B, C, D = said("human", "a", "1"), said("ai", "b", "2"), said("human", "c", "3"), said("ai", "d", "4")


def test_what_a_state_repeats_is_not_added_again() -> None:
    made = states([A], [A, B], [A, B])
    assert [message.records for message in made.builder.messages] == [(1,), (2,)]
    assert [(aside.record, aside.kind) for aside in made.builder.set_aside] == [(3, "state")]


def test_a_reply_after_messages_were_taken_out_saw_those_that_are_left() -> None:
    made = states([A, B], [C, D])
    first, second = [request.context for request in made.builder.requests]
    assert first is None
    assert second is not None
    assert (second.status, second.ranges) == ("derived", ((2, 2),))


def test_a_message_that_was_changed_under_its_id_is_another() -> None:
    made = states([A], [said("human", "changed", "1"), B])
    assert len(made.builder.messages) == 3
    assert made.builder.requests[0].context is not None
    assert made.builder.requests[0].context.ranges == ((1, 1),)


def test_messages_without_ids_are_known_by_their_place() -> None:
    first, second = said("human", "a"), said("ai", "b")
    assert len(states([first], [first, second]).builder.messages) == 2


def test_a_message_that_moved_is_found_by_its_id() -> None:
    assert len(states([A, B, C], [B, C, D]).builder.messages) == 4


def test_a_state_with_a_damaged_message_is_one_problem() -> None:
    made = states([A, {"type": "human"}], [A, B])
    assert [problem.record for problem in made.builder.problems] == [1]
    assert [message.records for message in made.builder.messages] == [(2,), (2,)]


def test_leading_system_messages_are_request_fields() -> None:
    alone = states([said("system", "be brief", "0")], [said("system", "be brief", "0"), A])
    assert [(fields.system.value, fields.records) for fields in alone.builder.request_fields] == [("be brief", (1,))]
    together = states([said("system", "be brief", "0"), A])
    assert [(fields.system.value, fields.records) for fields in together.builder.request_fields] == [("be brief", ())]


def test_a_later_system_message_stays_in_the_list() -> None:
    made = states([A, said("system", "now in French", "9"), B])
    assert [message.role for message in made.builder.messages] == ["user", "system", "assistant"]
    assert made.builder.request_fields[-1].system.value == "now in French"


def test_messages_under_another_key_are_found() -> None:
    made = States()
    made.builder.map([Record(1, {"values": {"n": [1], "chat": [A, B]}, "next": []})], made.entry)
    assert len(made.builder.messages) == 2


def test_snapshots_are_told_by_their_fields() -> None:
    assert is_snapshot({"values": {}, "next": [], "metadata": {}})
    assert not is_snapshot({"values": {}, "next": []})
    assert not is_snapshot([1, 2])
    assert snapshot_of([{"a": 1}, []]) == {"values": {"a": 1}, "next": []}
