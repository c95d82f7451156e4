"""The parts that readable exports share."""

import msgspec
from conftest import sample

from viewer.export.readable import NO_THINKING, facts_of_run, told
from viewer.model.block import Thinking

REFUND = sample("refund/refund.json")


def test_a_call_names_its_result_and_a_result_its_call() -> None:
    pieces = [piece for message in told(REFUND) for piece in message.pieces]
    titles = {piece.position: piece.title for piece in pieces}
    assert titles["[1].1"] == "tool_use search_orders toolu_01Ab · result at [2].0"
    assert titles["[2].0"] == "tool_result toolu_01Ab of the call at [1].1 · no error flag recorded"
    assert titles["[1].0"] == "text, written for the user"


def test_thinking_without_text_is_not_called_no_thinking() -> None:
    message = msgspec.structs.replace(REFUND.messages[1], blocks=(Thinking(""),))
    run = msgspec.structs.replace(REFUND, messages=(REFUND.messages[0], message, *REFUND.messages[2:]))
    assert list(told(run))[1].pieces[0].text == NO_THINKING


def test_the_run_is_told_in_short() -> None:
    facts = dict(facts_of_run(REFUND))
    assert (facts["run"], facts["outcome"], facts["model requests"]) == ("refund-4471", "success", "4")
