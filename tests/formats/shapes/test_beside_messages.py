"""Fields beside role and content."""

from viewer.formats.entries import Fields, Input, Reply
from viewer.formats.shapes.beside_messages import KIND, Unread, without
from viewer.model.block import Text, Unknown

HI = (Text("hi"),)


def test_objects_and_lists_stay_raw_and_other_fields_are_counted() -> None:
    unread = Unread()
    message = {"from": "gpt", "value": "hi", "weight": 0, "scores": [1], "empty": [], "nothing": None}
    assert unread.add(message, Reply(HI)) == Reply((*HI, Unknown(KIND, {"scores": [1]})))
    unread.add({"role": "user", "text": "hi", "weight": 1}, Input(HI))
    assert unread.notes()[0].endswith("weight (2)")


def test_what_is_read_is_not_named() -> None:
    unread = Unread()
    unread.add(
        {"role": "tool", "content": "x", "tool_call_id": "t", "is_error": False, "name": "f"}, Input(HI), is_result=True
    )
    unread.add({"role": "bot", "content": "x", "tool_calls": [{}], "timestamp": "2026-01-01"}, Reply(HI))
    assert unread.notes() == ()


def test_what_takes_no_block_is_named() -> None:
    unread = Unread()
    fields = Fields()
    assert unread.add({"role": "system", "content": "x", "meta": {"a": 1}}, fields) is fields
    assert unread.notes()[0].endswith("meta (1)")


def test_an_object_keeps_what_stands_beside_the_list() -> None:
    assert without({"a": {"b": [1], "c": 2}, "d": 3}, ("a", "b")) == {"a": {"c": 2}, "d": 3}
    assert without({"a": {"b": [1]}}, ("a", "b")) == {}
