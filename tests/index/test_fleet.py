"""Counts over all runs, against a recount of the rows."""

from collections.abc import Iterator

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.index import fleet
from viewer.index.extract import extract_all
from viewer.index.filter_line.comparison import EVERY_RUN, Condition
from viewer.index.reader import IndexReader, index_of_tables

REFUNDS = Condition("label = ?", ("refund",))


@pytest.fixture(scope="module")
def reader() -> Iterator[IndexReader]:
    made = extract_all(list(load.sources([SAMPLES / "distribution", SAMPLES / "refund", SAMPLES / "mini_swe_agent"])))
    with index_of_tables(made.runs, made.requests, made.calls) as opened:
        yield opened


@pytest.mark.parametrize("where", [EVERY_RUN, REFUNDS])
def test_tools_count_every_call_once(reader: IndexReader, where: Condition) -> None:
    found = fleet.tools(reader, where)
    kept = f"SELECT run_row FROM runs WHERE {where.sql}"
    sql = f"SELECT count(*), count(*) FILTER (ok = false) FROM calls WHERE run_row IN ({kept})"
    calls, errors = reader.rows(sql, where.parameters)[0]
    assert sum(one.calls for one in found) == calls
    assert sum(one.errors for one in found) == errors
    runs = dict(
        reader.rows(
            f"SELECT tool, count(DISTINCT run_row) FROM calls WHERE run_row IN ({kept}) GROUP BY tool", where.parameters
        )
    )
    assert {one.tool: one.runs for one in found} == {tool or "": count for tool, count in runs.items()}
    assert [one.calls for one in found] == sorted((one.calls for one in found), reverse=True)


def test_a_result_costs_its_tokens_in_every_later_request(reader: IndexReader) -> None:
    listed = reader.rows(
        "SELECT tool, tokens, k, model_requests FROM calls JOIN runs USING (run_row) WHERE tokens IS NOT NULL"
    )
    wanted: dict[str, int] = {}
    for tool, tokens, k, requests in listed:
        wanted[tool] = wanted.get(tool, 0) + tokens * max(requests - k, 0)
    assert fleet.carried(reader, EVERY_RUN) == wanted


def test_findings_count_runs(reader: IndexReader) -> None:
    listed = [code for (codes,) in reader.rows("SELECT findings FROM runs") for code in codes]
    assert dict(fleet.findings(reader, EVERY_RUN)) == {code: listed.count(code) for code in set(listed)}


def test_days_and_totals_add_up(reader: IndexReader) -> None:
    days, found = fleet.days(reader, EVERY_RUN), fleet.totals(reader, EVERY_RUN)
    assert sum(one.runs for one in days) + found.without_date == found.runs
    assert [one.day for one in days] == sorted(one.day for one in days)
    assert found.requests == reader.rows("SELECT sum(model_requests) FROM runs")[0][0]


def test_the_fastest_growth_is_that_of_the_recorded_prompts(reader: IndexReader) -> None:
    sizes_of = {
        key: [size for size in sizes if size is not None]
        for key, sizes in reader.rows("SELECT key, prompt_tokens FROM runs")
    }
    for one in fleet.fastest_growth(reader, EVERY_RUN):
        sizes = sizes_of[one.key]
        assert (one.first, one.last) == (sizes[0], sizes[-1])
        assert one.a_request == pytest.approx((sizes[-1] - sizes[0]) / (len(sizes) - 1))


def test_a_filter_that_lets_nothing_through_has_sums_of_nothing(reader: IndexReader) -> None:
    none = Condition("false")
    assert fleet.tools(reader, none) == []
    assert fleet.totals(reader, none).input_tokens is None


def test_among_too_many_calls_runs_and_quantiles_are_estimates(
    reader: IndexReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet, "MOST_EXACT", 0)
    found = fleet.tools(reader, EVERY_RUN)
    assert found
    assert all(one.about for one in found)
