"""Did A come before B (R21)."""

from conftest import sample

from viewer.analysis.ordering import order

REFUND = sample("refund/refund.json")


def test_the_policy_came_before_the_refund_and_after_the_shipment_data() -> None:
    found = order(REFUND, "lookup_policy", "issue_refund")
    assert (found.before, found.first.indexes, found.second.indexes) == (True, (4,), (6,))
    assert order(REFUND, "lookup_policy", "get_shipment").before is False


def test_calls_issued_together_are_not_ordered_by_the_list() -> None:
    found = order(REFUND, "search_orders", "get_shipment")
    assert found.before is None
    assert "does not order them" in found.sentence


def test_values_and_positions_can_be_compared() -> None:
    assert order(REFUND, "4471", "8900").before is True
    assert order(REFUND, "[5]", "[4]").before is False


def test_what_does_not_occur_is_said() -> None:
    assert (
        order(REFUND, "delete_account", "issue_refund").sentence
        == "the value 'delete_account' does not occur in this run"
    )
