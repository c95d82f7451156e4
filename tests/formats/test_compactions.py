"""What a request sees after a compaction."""

from viewer.formats.compactions import seen_from
from viewer.formats.entries import Compacted
from viewer.model.message import CALLER, Message

MESSAGES = [Message(index, "user", (CALLER,), (), (index + 1,)) for index in range(6)]


def test_requests_see_the_list_from_the_compaction_on() -> None:
    seen = seen_from(MESSAGES, 4, Compacted("from the summary on"))
    assert (seen.at, seen.first) == (4, 4)
    context = seen.context(6)
    assert (context.ranges, context.status, context.rule) == (((4, 5),), "derived", "from the summary on")
    assert seen.context(4).ranges == ()


def test_kept_records_stay_visible() -> None:
    assert seen_from(MESSAGES, 5, Compacted("r", kept=4)).first == 3
    assert seen_from(MESSAGES, 5, Compacted("r", kept=1)).context(6).ranges == ((0, 5),)


def test_what_cannot_be_told_is_unknown_with_its_reason() -> None:
    context = seen_from(MESSAGES, 2, Compacted("nobody knows", known=False)).context(4)
    assert (context.ranges, context.status, context.reason) == ((), "unknown", "nobody knows")
