"""Another block at one place of a request."""

import pytest

from viewer.replay.with_block import with_block


def test_another_block_in_a_request_leaves_the_first_as_it_was() -> None:
    request = {"messages": [{"content": [1, 2]}, {"content": [3]}]}
    made = with_block(request, "messages[0].content[1]", 9)
    assert made == {"messages": [{"content": [1, 9]}, {"content": [3]}]}
    assert request["messages"][0] == {"content": [1, 2]}
    with pytest.raises(LookupError):
        with_block(request, "messages[0].content[2]", 9)
