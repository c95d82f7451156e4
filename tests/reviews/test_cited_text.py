"""The text at a position, and its hash."""

import pytest
from conftest import sample

from viewer.model.hashes import hash_of_hashes, message_hash, run_hash
from viewer.model.position import parse_position
from viewer.reviews.cited_text import Places

RUN = sample("refund/refund.json")
PLACES = Places(RUN)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("[2].0:[0].total_cents", "8900"),
        ("[2].0:[0]", '{"id": "4471", "status": "shipped", "total_cents": 8900, "placed": "41d ago"}'),
        ("[5].0", 'issue_refund {"order_id": "4471", "amount_cents": 8900}'),
        ("[5].0:amount_cents", "8900"),
        ("[0]", "I never got order 4471 and I want my money back."),
    ],
)
def test_the_text_at_a_position_is_what_a_person_would_quote(position: str, text: str) -> None:
    assert PLACES.cited(parse_position(position)).text == text


def test_hashes_are_those_of_the_model() -> None:
    assert PLACES.run_hash() == run_hash(RUN)
    assert PLACES.cited(parse_position("[4].0")).hash == message_hash(RUN.messages[4])
    both = hash_of_hashes([message_hash(RUN.messages[1]), message_hash(RUN.messages[2])])
    assert PLACES.cited(parse_position("[1-2]")).hash == f"r1:{both}"
    assert PLACES.with_hash(message_hash(RUN.messages[4])) == [4]


def test_a_result_is_named_by_the_tool_of_its_call() -> None:
    assert PLACES.tool_of(2, 1) == "get_shipment"
    assert PLACES.tool_of(5, 0) == "issue_refund"
    assert PLACES.tool_of(0, 0) is None


def test_a_position_that_is_not_there_has_no_text() -> None:
    with pytest.raises(ValueError, match="no message"):
        PLACES.cited(parse_position("[80]"))
