"""The token chart: parts stacked, gaps as gaps, never more than 500 marks (R14, R16)."""

from conftest import sample
from messages import model, run_of, user

from viewer.analysis.estimates import Estimate
from viewer.analysis.tokens import token_growth
from viewer.model.run import Run
from viewer.ui.tokens_chart import MARKS, bars, tokens_figure


def _marks(figure: object) -> int:
    return sum(len(trace.x) for trace in figure.data)  # type: ignore[attr-defined]  # a figure


def _run(count: int, **parts: int) -> Run:
    messages = []
    for number in range(count):
        messages += [user("x"), model("y", usage={"input_tokens": number, "output_tokens": 1, **parts})]
    return run_of(*messages)


def test_a_request_without_a_size_is_a_gap_and_never_a_number() -> None:
    growth = token_growth(sample("refund/refund.json"))
    drawn = bars(growth.sizes)
    assert [bar.tokens for bar in drawn] == [1420, None, 2690, 2930]
    figure = tokens_figure(drawn)
    assert list(figure.data[0].y) == [1420, 2690, 2930]
    assert list(figure.data[1].x) == [2]
    assert list(figure.data[0].customdata) == [1, 5, 7]


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
    figure = tokens_figure(bars(sizes, events))
    assert MARKS * 2 // 3 < _marks(figure) <= MARKS


def test_the_parts_of_a_prompt_are_stacked_with_the_cheapest_lowest_and_the_output_beside() -> None:
    figure = tokens_figure(bars(token_growth(_run(3, cache_read_input_tokens=7)).sizes))
    assert [trace.name for trace in figure.data] == ["read from the cache", "at the full rate", "output"]
    assert [trace.offsetgroup for trace in figure.data] == ["in", "in", "out"]
    assert list(figure.data[0].y) == [7, 7, 7]


def test_a_part_that_no_request_records_is_not_drawn_as_zero() -> None:
    figure = tokens_figure(bars(token_growth(sample("refund/refund.json")).sizes))
    assert [trace.name for trace in figure.data] == ["input", "not recorded"]


def test_where_the_model_saw_less_a_mark_opens_that_reply() -> None:
    sizes = token_growth(_run(3)).sizes
    figure = tokens_figure(bars(sizes, {"narrowed": {2: 3}, "sub_run": {}}))
    (mark,) = [trace for trace in figure.data if trace.name == "no longer held earlier messages"]
    assert (list(mark.x), list(mark.customdata)) == ([2], [3])


def test_an_estimate_is_drawn_hollow_with_its_error_and_apart_from_what_is_recorded() -> None:
    drawn = bars(token_growth(sample("refund/refund.json")).sizes)
    figure = tokens_figure(drawn, (Estimate(2, 100, 44, None),))
    bar = figure.data[-1]
    assert (bar.name, list(bar.x), list(bar.y)) == ("estimated", [2], [100])
    assert (list(bar.error_y.array), list(bar.error_y.arrayminus)) == ([0], [56])
    assert bar.marker.color == "rgba(0,0,0,0)"
