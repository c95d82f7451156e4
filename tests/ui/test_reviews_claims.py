from stored_reviews import document

from viewer.ui.reviews_claims import added


def test_each_line_becomes_a_claim() -> None:
    assert [claim.text for claim in added(" One.\n\nTwo. ")(document("Zero.")).claims] == ["Zero.", "One.", "Two."]
