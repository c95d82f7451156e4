"""Packed values: read as data, never made into objects."""

import msgpack
import pytest

from viewer.decode.packed import packed_value


def test_a_packed_model_is_its_fields_and_a_packed_date_its_text() -> None:
    message = msgpack.ExtType(5, msgpack.packb(("langchain_core.messages.ai", "AIMessage", {"content": "x"}, "m")))
    date = msgpack.ExtType(3, msgpack.packb(("datetime", "datetime", "2026-11-05", "fromisoformat")))
    held = msgpack.ExtType(2, msgpack.packb(("app", "State", {"inner": message, "when": date})))
    assert packed_value("msgpack", msgpack.packb(held)) == {"inner": {"content": "x"}, "when": "2026-11-05"}


def test_a_set_keeps_its_values_and_positional_arguments_the_name_of_what_they_make() -> None:
    of_set = msgpack.ExtType(0, msgpack.packb(("builtins", "set", [1, 2])))
    path = msgpack.ExtType(1, msgpack.packb(("pathlib", "Path", ["a", "b"])))
    assert packed_value("msgpack", msgpack.packb([of_set, path])) == [[1, 2], {"made_of": "Path", "values": ["a", "b"]}]


def test_what_json_does_not_know_is_told_in_its_words() -> None:
    value = {1: b"\xff", "far": float("inf"), "odd": msgpack.ExtType(6, b"\x01")}
    read = packed_value("msgpack", msgpack.packb(value))
    assert read == {"1": {"bytes": "ff"}, "far": "inf", "odd": {"packed": 6, "bytes": "01"}}


@pytest.mark.parametrize("kind", ["pickle", "bytes", "None"])
def test_a_kind_that_is_not_read_is_refused_by_its_name(kind: str) -> None:
    with pytest.raises(ValueError, match=f"stored as {kind}, which is never loaded"):
        packed_value(kind, b"cos\nsystem\n.")


def test_damaged_or_very_deep_values_are_refused() -> None:
    deep = msgpack.packb(("m", "n", {}))
    for _ in range(60):
        deep = msgpack.packb(msgpack.ExtType(2, deep))
    for kind, data in (
        ("msgpack", b"\xdc\xff\xff"),
        ("json", b'{"a": '),
        ("msgpack", b"\x91" * 5000),
        ("msgpack", deep),
    ):
        with pytest.raises(ValueError, match=r"damaged here|more than 50 deep"):
            packed_value(kind, data)
