"""The run as arrows between lanes (R12, R19, R23)."""

import msgspec
from conftest import sample

from viewer.analysis.sequence import sequence

REFUND = sample("refund/refund.json")
ARROWS = sequence(REFUND, frozenset({"issue_refund"}))


def test_each_arrow_to_the_model_carries_the_whole_list() -> None:
    to_model = [arrow for arrow in ARROWS if arrow.end == "model"]
    assert [arrow.ranges for arrow in to_model] == [((0, 0),), ((0, 2),), ((0, 4),), ((0, 6),)]
    assert [arrow.tokens for arrow in to_model] == [1420, None, 2690, 2930]


def test_parallel_calls_stand_in_one_row() -> None:
    calls = [arrow for arrow in ARROWS if arrow.end == "tools" and arrow.message_index == 1]
    assert [arrow.tool for arrow in calls] == ["search_orders", "get_shipment"]
    assert len({arrow.row for arrow in calls}) == 1
    assert [arrow.together for arrow in calls] == [2, 2]


def test_the_effect_is_drawn_at_the_result_in_the_loop() -> None:
    (effect,) = [arrow for arrow in ARROWS if arrow.effect]
    assert (effect.start, effect.end, effect.message_index) == ("tools", "loop", 6)


def test_a_call_without_a_result_has_no_arrow_back() -> None:
    cut = msgspec.structs.replace(REFUND, messages=REFUND.messages[:6], requests=REFUND.requests[:3])
    last = [arrow for arrow in sequence(cut) if arrow.message_index == 5 and arrow.tool]
    assert [(arrow.end, arrow.answered) for arrow in last] == [("tools", False)]
