"""A message is what it holds."""

from viewer.model.block import Text
from viewer.model.message import CALLER, LOOP, Message, Producer


def test_messages_of_the_same_content_are_equal_and_of_another_index_are_not() -> None:
    one = Message(0, "user", (CALLER,), (Text("a"),), (1,))
    assert one == Message(0, "user", (Producer("caller"),), (Text("a"),), (1,))
    assert one != Message(1, "user", (CALLER,), (Text("a"),), (1,))
    assert one.timestamp is None


def test_only_the_model_s_part_has_a_request_number() -> None:
    assert (LOOP.k, CALLER.k, Producer("model", 3).k) == (None, None, 3)
