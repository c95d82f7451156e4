"""Lists out of numbered keys."""

import pytest

from viewer.formats.shapes.indexed_attributes import indexed, unflattened


def test_numbered_keys_are_ordered_by_number() -> None:
    keys = {f"m.{number}.role": str(number) for number in (10, 9, 1, 0, 100)}
    assert indexed({**keys, "mm.5.role": "x"}, "m") == [{"role": number} for number in ("0", "1", "9", "10", "100")]


def test_a_list_that_is_a_value_or_json_text_stays_what_it_is() -> None:
    assert indexed({"m": [1]}, "m") == [1]
    assert indexed({"m": '[{"a": 1}]'}, "m") == [{"a": 1}]
    assert indexed({"m": "words"}, "m") is None
    assert indexed({"m.x": 1}, "m") is None


def test_entries_may_be_values() -> None:
    assert indexed({"t.1": "b", "t.0": "a"}, "t") == ["a", "b"]


def test_a_number_for_a_value_and_for_parts_of_one_raises() -> None:
    with pytest.raises(ValueError, match=r"m\.0 is both"):
        indexed({"m.0": 1, "m.0.a": 2}, "m")


def test_dotted_keys_become_objects_and_lists_at_any_depth() -> None:
    flat = {"message.role": "user", "message.calls.1.call.id": "b", "message.calls.0.call.id": "a"}
    assert unflattened(flat) == {"message": {"role": "user", "calls": [{"call": {"id": "a"}}, {"call": {"id": "b"}}]}}
    assert unflattened({"message": {"calls": [{"call.id": 1}]}}) == {"message": {"calls": [{"call": {"id": 1}}]}}
    assert unflattened([{"a.b": 1}]) == [{"a": {"b": 1}}]
    assert unflattened("a.b") == "a.b"


@pytest.mark.parametrize("flat", [{"a": 1, "a.b": 2}, {"a.b": 2, "a": 1}, {"a.b.c": 1, "a.b": {}}])
def test_a_key_that_is_a_value_and_a_part_of_one_raises(flat: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="value"):
        unflattened(flat)
