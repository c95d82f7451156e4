"""What the evidence checks share."""

from conftest import sample

from viewer.analysis.evidence.facts import evidence


def test_only_arguments_that_stand_nowhere_are_unseen() -> None:
    facts = evidence(sample("refund/refund.json"))
    assert [use.text for use in facts.unseen_arguments()] == ["cus_8123", "lost_shipment"]
