"""Where a note stands, and where that is after its source changed."""

import msgspec
import pytest
from conftest import sample

from viewer.model.block import Text
from viewer.model.message import CALLER, Message
from viewer.model.position import parse_position
from viewer.model.run import Run
from viewer.reviews.anchor import Anchor, anchor, standing

RUN = sample("refund/refund.json")


def at(text: str, run: Run = RUN, **more: int) -> Anchor:
    return anchor(run, parse_position(text), **more)


def with_messages(*messages: Message) -> Run:
    numbered = tuple(msgspec.structs.replace(one, index=index) for index, one in enumerate(messages))
    return msgspec.structs.replace(RUN, messages=numbered)


@pytest.mark.parametrize(
    ("made", "kind", "quoted"),
    [
        (anchor(RUN), "run", None),
        (at("[0]"), "message", "I never got order 4471 and I want my money back."),
        (at("[4].0"), "block", "Shipments with no carrier scan for 21+ days may be refunded in full without return, "
         "provided order status is shipped."),
        (at("[2].0:[0].total_cents"), "block", "8900"),
        (at("[0].0", start=12, end=22), "text", "order 4471"),
        (anchor(RUN, k=3), "request", None),
    ],
)  # fmt: skip
def test_a_note_can_stand_on_anything_that_has_a_place(made: Anchor, kind: str, quoted: str | None) -> None:
    assert (made.kind, made.quoted) == (kind, quoted)
    assert standing(RUN, made).status == "same"


def test_a_range_of_messages_has_a_hash_of_its_own() -> None:
    made = at("[1-4]")
    assert (made.kind, made.position, made.message) == ("messages", "[1–4]", 1)
    assert made.hash is not None and made.hash.startswith("r1:")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: at("[8]"), "there is no message [8]: the run has 8, counted from 0"),
        (lambda: at("[6-9]"), "there is no message [9]"),
        (lambda: at("[0].3"), "[0] has no block 3: it has 1, counted from 0"),
        (lambda: at("[2].0:[0].price"), "nothing stands at [0].price"),
        (lambda: anchor(RUN, k=9), "there is no request 9"),
        (lambda: at("[0].0", start=10, end=999), "10 to 999 is no range"),
        (lambda: at("[0]", start=1, end=2), "a range of text stands in one block"),
    ],
)
def test_a_place_that_is_not_there_is_said(call, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"\w") as error:
        call()
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("note", "there"),
    [
        (at("[5]"), "[6]"),
        (at("[2].0:[0].total_cents"), "[3].0:[0].total_cents"),
        (at("[0].0", start=12, end=22), "[1].0"),
        (at("[1-4]"), "[2–5]"),
    ],
)
def test_a_message_that_moved_is_offered_at_its_new_place_and_the_note_stays(note: Anchor, there: str) -> None:
    before = Message(0, "user", (CALLER,), (Text("a line that was not there before"),), (1,))
    now = standing(with_messages(before, *RUN.messages), note)
    assert now.status == "moved"
    assert [one.position for one in now.offered] == [there]
    assert now.offered[0].quoted == note.quoted and now.offered[0].hash == note.hash
    assert there in now.sentence


def test_words_that_stand_in_a_changed_message_are_offered() -> None:
    changed = Message(0, "user", (CALLER,), (Text("Hello. I never got order 4471, sorry."),), (1,))
    now = standing(with_messages(changed, *RUN.messages[1:]), at("[0].0", start=12, end=22))
    assert now.status == "changed"
    assert (now.offered[0].position, now.offered[0].start, now.offered[0].quoted) == ("[0].0", 19, "order 4471")


def test_what_is_gone_is_said_to_be_gone() -> None:
    now = standing(with_messages(*RUN.messages[:4]), at("[6]"))
    assert (now.status, now.offered) == ("gone", ())
    assert "[6]" in now.sentence


def test_a_note_on_a_run_says_that_its_messages_are_others() -> None:
    assert standing(with_messages(*RUN.messages[:4]), anchor(RUN)).status == "changed"


def test_two_alike_messages_are_both_offered_the_nearest_first() -> None:
    twin = RUN.messages[0]
    other = Message(0, "user", (CALLER,), (Text("other"),), (1,))
    now = standing(with_messages(other, twin, *RUN.messages[1:4], twin), at("[0]"))
    assert [one.position for one in now.offered] == ["[1]", "[5]"]
