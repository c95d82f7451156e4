"""The token chart: parts stacked, gaps as gaps, never more than 500 marks (R14, R16)."""

from typing import Any

import msgspec
from conftest import sample
from messages import model, run_of, user

from viewer.analysis.estimates import Estimate
from viewer.analysis.tokens import token_growth
from viewer.model.run import Run
from viewer.ui.tokens_chart import MARKS, Bar, bars, chart_data


def _drawn(some: tuple[Bar, ...], *estimated: Estimate) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.json.decode(chart_data(some, "sizes", estimated))
    return made


def _marks(made: dict[str, Any]) -> int:
    return sum(
        (len(bar["parts"]) + made["has_output"] if bar["parts"] else 1) + len(bar["events"]) for bar in made["bars"]
    )


def _run(count: int, **parts: int) -> Run:
    messages = []
    for number in range(count):
        messages += [user("x"), model("y", usage={"input_tokens": number, "output_tokens": 1, **parts})]
    return run_of(*messages)


def test_a_request_without_a_size_is_a_gap_and_never_a_number() -> None:
    growth = token_growth(sample("refund/refund.json"))
    drawn = bars(growth.sizes)
    assert [bar.tokens for bar in drawn] == [1420, None, 2690, 2930]
    made = _drawn(drawn)
    assert [bar["parts"] for bar in made["bars"]] == [[1420], None, [2690], [2930]]
    assert [bar["open"] for bar in made["bars"]] == [1, 3, 5, 7]
    assert made["axis"] == "request"


def test_many_requests_share_bars_that_show_the_largest() -> None:
    messages = []
    for number in range(1_300):
        messages += [user("x"), model("y", usage={"input_tokens": number})]
    drawn = bars(token_growth(run_of(*messages)).sizes)
    assert len(drawn) <= MARKS
    assert (drawn[0].first_k, drawn[0].last_k, drawn[0].tokens, drawn[0].size.message_index) == (1, 5, 4, 9)
    assert drawn[-1].last_k == 1_300


def test_the_chart_keeps_to_its_marks_with_every_part_recorded() -> None:
    run = _run(2_000, cache_read_input_tokens=7, cache_creation_input_tokens=3)
    sizes = token_growth(run).sizes
    events = {"narrowed": {k: k for k in range(1, 2_001)}, "sub_run": {k: k for k in range(1, 2_001)}}
    made = _drawn(bars(sizes, events))
    assert MARKS * 2 // 3 < _marks(made) <= MARKS
    assert "each bar the largest of" in made["axis"]


def test_the_parts_of_a_prompt_are_stacked_with_the_cheapest_lowest_and_the_output_beside() -> None:
    made = _drawn(bars(token_growth(_run(3, cache_read_input_tokens=7)).sizes))
    assert [part["name"] for part in made["parts"]] == ["read from the cache", "at the full rate"]
    assert made["has_output"]
    assert [(bar["parts"], bar["output"]) for bar in made["bars"]] == [([7, 0], 1), ([7, 1], 1), ([7, 2], 1)]


def test_a_part_that_no_request_records_is_not_drawn_as_zero() -> None:
    made = _drawn(bars(token_growth(sample("refund/refund.json")).sizes))
    assert [part["name"] for part in made["parts"]] == ["input"]
    assert not made["has_output"]


def test_where_the_model_saw_less_a_mark_opens_that_reply() -> None:
    made = _drawn(bars(token_growth(_run(3)).sizes, {"narrowed": {2: 3}, "sub_run": {}}))
    assert [bar["events"] for bar in made["bars"]] == [[], [["narrowed", 3]], []]


def test_an_estimate_stands_apart_from_what_is_recorded() -> None:
    drawn = bars(token_growth(sample("refund/refund.json")).sizes)
    made = _drawn(drawn, Estimate(2, 100, 44, None), Estimate(3, 5, 4, 6))
    assert [bar["estimate"] for bar in made["bars"]] == [None, [100, 44, None], None, None]
