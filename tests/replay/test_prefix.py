from typing import Any

import msgspec
from conftest import sample
from hypothesis import given
from hypothesis import strategies as st
from messages import call, model, result, run_of, user

from viewer.analysis.pairing import pair
from viewer.model.request import Context
from viewer.replay.prefix import Prefix, Refusal, prefix_of, unsendable


def test_the_prefix_is_what_the_next_call_held() -> None:
    prefix = prefix_of(sample("refund/refund.json"), 2)
    assert prefix == Prefix(((0, 2),), 3)
    assert isinstance(prefix, Prefix) and prefix.indexes() == [0, 1, 2]


def test_a_call_that_no_longer_held_the_result_is_refused() -> None:
    run = sample("refund/refund.json")
    forgot = msgspec.structs.replace(run.requests[2], context=Context(((3, 4),), "derived", "from the last summary on"))
    made = prefix_of(msgspec.structs.replace(run, requests=(*run.requests[:2], forgot)), 4)
    assert made == Prefix(((3, 4),), 5, "derived: from the last summary on")
    lost = msgspec.structs.replace(run.requests[1], context=Context(((0, 1),), "recorded", "its own list"))
    refused = prefix_of(msgspec.structs.replace(run, requests=(run.requests[0], lost)), 2)
    assert isinstance(refused, Refusal)
    assert "did not hold [2]" in refused.reason


def test_a_call_made_as_a_block_is_not_answered_by_words() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")), model("done"))
    words = msgspec.structs.replace(run.messages[2].blocks[0], tool_use_id=None, from_text=True)
    spoken = msgspec.structs.replace(run.messages[2], blocks=(words,))
    changed = msgspec.structs.replace(run, messages=(*run.messages[:2], spoken, run.messages[3]))
    refusal = unsendable(changed, Prefix(((0, 2),), 3), needs_objects=True)
    assert refusal is not None
    assert refusal.reason == "[2].0 has no call id, which every API needs"


IDS = st.sampled_from(["a", "b", "c", "d", "e", None])
PARTS = st.lists(st.one_of(IDS.map(call), IDS.map(result)), max_size=2)


@given(st.lists(PARTS, min_size=1, max_size=8), st.integers(0, 7), st.booleans())
def test_what_is_known_of_the_whole_run_refuses_as_the_part_alone_does(
    parts: list[list[dict[str, Any]]], last: int, needs_objects: bool
) -> None:
    run = run_of(*((model if number % 2 else user)("go", *one) for number, one in enumerate(parts)))
    last = min(last, len(run.messages) - 1)
    prefix = Prefix(((0, last),), last + 1)
    assert unsendable(run, prefix, needs_objects, pair(run.messages)) == unsendable(run, prefix, needs_objects)
