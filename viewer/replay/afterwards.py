"""What a run did after the replaced result: its messages, and what its tools answered, as texts of a bundle."""

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec

from viewer.analysis.pairing import Pairing
from viewer.model.hashes import MessageText, hash_of_hashes
from viewer.model.run import Run
from viewer.replay.built import Losses
from viewer.replay.bundle import recorded_hash
from viewer.replay.recorded_results import recorded_results
from viewer.replay.sendable_text import compact_json, list_pieces, sendable_text


@dataclass(frozen=True)
class Afterwards:
    """Two lists of a bundle; each text is an entry as compact JSON."""

    continuation: list[bytes]
    recorded_results: list[bytes]
    hash: str
    """What `recorded_hash` gives for them."""

    def values(self) -> dict[str, Any]:
        """Both lists as values."""
        return {
            "continuation": [msgspec.json.decode(one) for one in self.continuation],
            "recorded_results": [msgspec.json.decode(one) for one in self.recorded_results],
        }


def afterwards(run: Run, texts: list[MessageText], reply: int, pairing: Pairing, losses: Losses) -> Afterwards:
    """All from the reply on to the model call that a replay repeats.

    Args:
        run: the run.
        texts: of all its messages.
        reply: the index of that reply.
        pairing: of the run's messages.
        losses: takes what JSON cannot say.
    """
    results = recorded_results(run, reply, pairing)
    if not all(one.is_whole for one in texts[reply:]):
        messages = [
            {
                "index": message.index,
                "hash": texts[message.index].hash,
                "role": message.role,
                "blocks": list(msgspec.to_builtins(message.blocks)),
            }
            for message in run.messages[reply:]
        ]
        return of_values(sendable_text({"continuation": messages, "recorded_results": results}, losses))
    answers = [compact_json(one) for one in results]
    lines = [f"{index} {one.hash}" for index, one in enumerate(texts[reply:], reply)]
    continuation = [
        b'{"index":%d,"hash":"%b",%b' % (index, one.hash.encode(), one.text[1:])
        for index, one in enumerate(texts[reply:], reply)
    ]
    listed = hashlib.sha256()
    for piece in list_pieces(answers):
        listed.update(piece)
    return Afterwards(continuation, answers, hash_of_hashes([*lines, listed.hexdigest()]))


def of_values(values: dict[str, Any]) -> Afterwards:
    """The same out of values that were changed on the way."""
    return Afterwards(
        [compact_json(one) for one in values["continuation"]],
        [compact_json(one) for one in values["recorded_results"]],
        recorded_hash(values["continuation"], values["recorded_results"]),
    )
