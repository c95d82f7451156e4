"""What a run did afterwards, as a bundle has it."""

import json

import msgspec
from bundles import refund
from messages import call, model, result, run_of, user

from viewer.analysis.pairing import pair
from viewer.replay.afterwards import Afterwards, afterwards, of_values
from viewer.replay.built import Losses
from viewer.replay.bundle import hash_of_lists, recorded_hash
from viewer.replay.run_hashes import message_list


def _after(run: object, reply: int, losses: Losses) -> Afterwards:
    later = message_list(run.messages[reply:])  # type: ignore[attr-defined]
    return afterwards(run, later, reply, pair(run.messages), losses)  # type: ignore[arg-type,attr-defined]


def test_the_messages_from_the_reply_on_stand_there() -> None:
    run, losses = refund(), Losses()
    found = _after(run, 5, losses).values()["continuation"]
    assert [one["index"] for one in found] == [5, 6, 7]
    assert [one["blocks"] for one in found] == [list(msgspec.to_builtins(one.blocks)) for one in run.messages[5:]]
    assert losses.found == []


def test_the_hash_is_what_a_reader_works_out_of_the_values() -> None:
    for content in ("é", 1.5, [{"type": "text", "text": "x"}], {"n": 2**70}):
        run = run_of(user("go"), model(call("a")), user(result("a", content)), model("done \N{GRINNING FACE}"))
        made = _after(run, 1, Losses())
        values = made.values()
        hashes = [made.continuation.hash(), made.recorded_results.hash()]
        assert hash_of_lists(*hashes) == recorded_hash(values["continuation"], values["recorded_results"])


def test_half_a_character_is_replaced_and_told() -> None:
    run, losses = run_of(user("go"), model("half \ud83d")), Losses()
    made = _after(run, 1, losses)
    assert "\ufffd" in json.dumps(made.values(), ensure_ascii=False)
    assert "half characters" in losses.found[0].text
    assert made == of_values(made.values())
