from datetime import UTC, datetime, timedelta

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.logs import LogLine, join
from viewer.analysis.timeline import Moment, Timeline
from viewer.ui.timing_charts import MARKS, ROWS, intervals_figure, longest_waits, slowest_calls, waits_figure

START = datetime(2026, 5, 24, 9, 0, tzinfo=UTC)


def test_many_waits_share_bars_that_show_the_longest() -> None:
    moments = tuple(
        Moment(number, START, float(number), None if number == 0 else float(number % 7)) for number in range(2_001)
    )
    drawn = longest_waits(Timeline(moments, 0, ()))
    assert len(drawn) == MARKS
    assert drawn[0].gap == 4.0
    assert next(iter(waits_figure(drawn).data[0].customdata)) == 4


def test_each_attempt_is_an_interval_on_the_row_of_its_call() -> None:
    run = sample("refund/refund.json")
    lines = [
        LogLine(1, "toolu_01Ef", START, START + timedelta(seconds=1), 1),
        LogLine(2, "toolu_01Ef", START + timedelta(seconds=2), START + timedelta(seconds=5), 2),
    ]
    (bars,) = intervals_figure(slowest_calls(join(run, lines))).data
    assert list(bars.base) == [0.0, 2.0]
    assert list(bars.x) == [1.0, 3.0]
    assert set(bars.y) == {"[3].1 lookup_policy"}
    assert list(bars.customdata) == [3, 3]


def test_of_many_calls_the_slowest_are_drawn_in_the_order_of_the_list() -> None:
    calls = [part for number in range(100) for part in (model(call(f"c{number}")), user(result(f"c{number}")))]
    run = run_of(user("go"), *calls)
    lines = [LogLine(number, f"c{number}", START, START + timedelta(seconds=number)) for number in range(100)]
    drawn = slowest_calls(join(run, lines))
    assert len(drawn) == ROWS
    assert [call.seconds for call in drawn] == [float(number) for number in range(40, 100)]


def test_a_tool_s_name_is_no_markup_in_the_chart() -> None:
    run = run_of(user("go"), model(call("a", name="<img src=x>")), user(result("a")))
    (bars,) = intervals_figure(slowest_calls(join(run, [LogLine(1, "a", START, START)]))).data
    assert "<img" not in str(bars.y)
