"""Without a declared requirement no write is judged."""

from conftest import sample

from viewer.analysis.evidence import unread_write
from viewer.analysis.evidence.facts import evidence


def test_without_a_policy_nothing_is_required() -> None:
    assert list(unread_write.find(evidence(sample("refund/refund.json")))) == []
