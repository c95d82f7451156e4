from conftest import sample

from viewer.replay.built import Losses, stored_as


def test_losses_are_placed_as_positions() -> None:
    losses = Losses()
    losses.add("a")
    losses.add("b", 3)
    losses.add("c", 3, 1)
    assert [loss.position for loss in losses.found] == [None, "[3]", "[3].1"]


def test_only_formats_of_an_api_are_in_its_own_form() -> None:
    assert stored_as(sample("refund/refund.json")) == "anthropic_messages"
