"""Tables of the Fleet page."""

from dataclasses import replace
from datetime import date

from viewer.index.fleet import DayCounts, Growth, ToolCounts, Totals
from viewer.ui.fleet_tables import days_figure, days_frame, findings_frame, growth_frame, tools_frame, totals_frame

TOOL = ToolCounts("=cmd", 2, 10, 2, 5, 1, 100, 200, 300, None, 0)
DAYS = [DayCounts(date(2026, 1, day), day, 0, 0, 5, 10, None, None) for day in (1, 3)]


def test_the_error_rate_is_of_results_that_carry_a_flag() -> None:
    made = tools_frame([TOOL], None)
    assert made["error rate"].iloc[0] == 0.5
    assert made["tool"].iloc[0] == "'=cmd"
    assert made["tokens added"].isna().all()
    assert tools_frame([TOOL], {"=cmd": 7})["tokens downstream"].iloc[0] == 7


def test_estimates_are_called_so() -> None:
    assert {"runs, about", "median bytes, about", "calls"} <= set(tools_frame([replace(TOOL, about=True)], None))


def test_days_stand_in_the_chart_and_its_table() -> None:
    assert list(days_figure(DAYS).data[0].y) == list(days_frame(DAYS)["runs"]) == [1, 3]
    assert days_frame(DAYS)["output tokens"].isna().all()


def test_findings_are_a_share_of_all_runs() -> None:
    assert findings_frame([("parity", 3)], 12)["of all"].iloc[0] == 0.25


def test_totals_say_what_they_rest_on() -> None:
    made = totals_frame(Totals(3, 10, 4, 5, 1, None, None, 7, None, 0, 3))
    assert list(made["sum"]) == ["3", "10", "5", "—", "—", "7", "—"]
    assert "6 of 10 requests" in list(made["known for"])


def test_growth_is_rounded_for_reading_only() -> None:
    assert growth_frame([Growth("k", "f.json", None, 10, 31, 3, 10.5)])["tokens a request"].iloc[0] == 10
