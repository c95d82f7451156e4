"""What `caps` writes."""

import json

import pytest

from viewer.analysis.caps.money import money_table
from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CappedRun
from viewer.cli.caps_output import as_object, write_money, write_table
from viewer.index.capped_rows import Capped

RUNS = tuple(CappedRun(str(n), str(n), "success", (n + 1,), dollars=0.5 * (n + 1)) for n in range(4))


def test_a_quantile_that_is_not_reached_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    cut = (*RUNS, *(CappedRun(f"c{n}", f"c{n}", "censored", (9,)) for n in range(4)))
    write_table(cap_table(cut, "run"), Capped(cut, 2), as_json=False)
    said = capsys.readouterr().out
    assert "p95 not reached" in said
    assert "2 never started" in said


def test_the_object_holds_bounds_as_pairs() -> None:
    made = as_object(cap_table(RUNS, "turn"), Capped(RUNS, 0))
    assert made["caps"][0]["bounds"] == [0.75, 0.75]
    assert made["quantiles"]["p50"]["value"] == 2


def test_amounts_stand_in_dollars(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_money("all", Capped(RUNS, 0), money_table(RUNS), as_json=True)
    made = json.loads(capfdbinary.readouterr().out)
    assert [row["cap"] for row in made["caps"]] == [0.5, 1.0, 1.5, 2.0]
    assert made["caps"][0]["dollars_saved"] == 3.0
    assert made["quantiles"]["p50"]["value"] == 1.0


def test_without_a_cost_the_axis_of_money_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    write_money("all", Capped(RUNS, 0), None, as_json=False)
    assert "none of its 4 runs states its cost" in capsys.readouterr().out
