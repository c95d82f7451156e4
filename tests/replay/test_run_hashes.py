"""Hashes of the messages that a replay takes."""

import hashlib
import json

import msgspec
from bundles import refund
from messages import model, run_of, user

from viewer.replay.run_hashes import message_list, message_list_hash, run_hashes


def test_the_hash_is_that_of_the_messages_as_compact_json() -> None:
    messages = refund().messages[:3]
    values = [{"index": m.index, "role": m.role, "blocks": list(msgspec.to_builtins(m.blocks))} for m in messages]
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode()
    assert message_list_hash(messages) == message_list(messages).texts.hash() == hashlib.sha256(text).hexdigest()


def test_half_a_character_has_a_hash_of_its_own() -> None:
    whole, half = (message_list(run_of(user("go"), model(text)).messages) for text in ("a", "\ud83d"))
    messages = run_of(user("go"), model("\ud83d")).messages
    again = message_list(messages)
    assert (whole.is_whole, half.is_whole) == (True, False)
    assert whole.texts.hash() != half.texts.hash() == again.texts.hash() == message_list_hash(messages)


def test_a_later_message_changes_the_whole_but_not_what_was_sent() -> None:
    run = refund()
    now = run_hashes(run.messages, ((0, 4),), 5)
    longer = run_hashes((*run.messages, msgspec.structs.replace(run.messages[0], index=8)), ((0, 4),), 5)
    assert now.sent == longer.sent
    assert now.messages != longer.messages
    assert run_hashes(run.messages, ((1, 4),), 5).sent != now.sent
    assert run_hashes(run.messages, ((0, 4),), 5, message_list(run.messages[5:]).texts.hash) == now
