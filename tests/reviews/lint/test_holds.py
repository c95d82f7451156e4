"""Whether a place holds what a sentence names."""

import pytest
from conftest import sample

from viewer.model.position import parse_position
from viewer.reviews.cited_text import Places
from viewer.reviews.lint.cites import cites
from viewer.reviews.lint.holds import holds

PLACES = Places(sample("refund/refund.json"))


@pytest.mark.parametrize(
    ("words", "position", "does"),
    [
        ('"never got order 4471"', "[0]", True),
        ('"I never got order 4471."', "[0]", True),
        ('"never got order 447"', "[0]", False),
        ('"shipments with no carrier scan"', "[4]", True),
        ('"Shipments … may be refunded in full"', "[4]", True),
        ('"Shipments … may be kept"', "[4]", False),
        ('`"total_cents": 8900`', "[2]", True),
        ("`lookup_policy`", "[3]", True),
        ("`lookup_policy`", "[4]", True),
        ("`toolu_01Gh`", "[6].0", True),
        ("`is_error: null`", "[4]", True),
        ("`is_error: true`", "[4]", False),
        ("`tool_use`", "[5]", True),
        ("£89.00", "[5]", True),
        ("£89.00", "[5].0:amount_cents", True),
        ("8,900", "[2].0:[0].total_cents", True),
        ("£98.00", "[5]", False),
        ("890", "[5]", False),
        ("`89`", "[5]", False),
        ('"in_transit"', "[1-4]", True),
        ('"in_transit"', "[2].0", False),
    ],
)
def test_a_place_holds_words_as_they_stand_and_numbers_in_any_format(words: str, position: str, does: bool) -> None:
    (named,) = cites(words).named
    assert holds(PLACES, parse_position(position), named) is does
