"""Hashes and keys: the same run, the same words, on every machine."""

import hashlib

import msgspec
from conftest import sample
from hypothesis import given
from hypothesis import strategies as st

from viewer.model.block import Text, ToolUse
from viewer.model.hashes import canonical_json, canonical_texts, key_of, message_hash, run_hash, run_key
from viewer.model.message import CALLER, Message


def message(*blocks: Text | ToolUse, index: int = 0) -> Message:
    return Message(index, "user", (CALLER,), blocks, (1,))


def sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def test_canonical_json_sorts_keys_and_escapes_what_is_not_ascii() -> None:
    assert canonical_json({"b": 1, "a": ["ü", "\udcb2", 10**30]}) == (
        b'{"a":["\\u00fc","\\udcb2",1000000000000000000000000000000],"b":1}'
    )


def test_the_hash_of_a_message_is_of_its_role_and_blocks_alone() -> None:
    expected = "m1:" + sha256(b'{"blocks":[{"text":"hi","type":"text"}],"role":"user"}')
    assert message_hash(message(Text("hi"))) == expected
    assert message_hash(message(Text("hi"), index=7)) == expected
    assert message_hash(message(Text("ho"))) != expected


def test_the_order_of_keys_in_an_argument_does_not_change_the_hash() -> None:
    one = message_hash(message(ToolUse("t", "f", {"a": 1, "b": 2})))
    assert one == message_hash(message(ToolUse("t", "f", {"b": 2, "a": 1})))
    assert one != message_hash(message(ToolUse("t", "f", {"a": 1, "b": "2"})))


def test_the_hash_of_a_run_follows_from_its_messages_in_order() -> None:
    run = sample("refund/refund.json")
    assert run_hash(run) == sha256("\n".join(map(message_hash, run.messages)).encode())
    assert run_hash(msgspec.structs.replace(run, messages=run.messages[::-1])) != run_hash(run)
    assert run_hash(msgspec.structs.replace(run, run_id="other")) == run_hash(run)


def test_a_key_is_sixteen_hex_digits_of_the_name_below_the_root_and_the_run_id() -> None:
    run = sample("refund/refund.json")
    assert run_key(run) == key_of("refund.json", "refund-4471") == sha256(b"refund.json\0refund-4471")[:16]


def test_a_name_that_is_no_utf8_has_a_key() -> None:
    assert key_of("caf\udce9.json", "1") == sha256(b"caf\\udce9.json\x001")[:16]


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("half \ud83d")
JSON = st.recursive(
    LEAVES, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=3), one, max_size=3)
)


@given(st.lists(JSON, max_size=5))
def test_many_values_are_written_as_each_of_them_alone(values: list[object]) -> None:
    assert canonical_texts(values) == [canonical_json(value).decode() for value in values]


def test_plain_values_are_written_together() -> None:
    values = [{"b": 1, "a": ["x", None, True]}, {}, "text", 2**70]
    assert canonical_texts(values) == ['{"a":["x",null,true],"b":1}', "{}", '"text"', str(2**70)]
