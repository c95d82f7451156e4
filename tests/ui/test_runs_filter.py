import pytest
from rows import run_row

from viewer.ui.runs_filter import FORMAT_NAMES, SORTS, RunFilter, from_query, input_tokens, matching

ROWS = (
    run_row("a", label="Refund", model_requests=3, started_at="2026-01-02T10:00:00Z", outcome="success"),
    run_row("b", label="order", model_requests=9, started_at="2026-01-02T12:00:00+03:00", ending="censored"),
    run_row("c", task="refund again", model_requests=1, started_at="yesterday", attributes={"session": "S-77"}),
)


def ids(chosen: RunFilter, identified: frozenset[str] = frozenset()) -> str:
    return "".join(row.run_id for row in matching(ROWS, chosen, identified))


def test_an_empty_filter_lets_all_runs_through_in_file_order() -> None:
    assert ids(RunFilter()) == "abc"
    assert not RunFilter()


def test_all_words_must_stand_in_a_run_in_any_case_and_any_field() -> None:
    assert ids(RunFilter("REFUND")) == "ac"
    assert ids(RunFilter("refund again")) == "c"
    assert ids(RunFilter("s-77")) == "c"
    assert ids(RunFilter("refund order")) == ""


def test_a_run_that_holds_the_text_as_an_identifier_passes() -> None:
    assert ids(RunFilter("toolu_1"), frozenset({ROWS[1].key})) == "b"


def test_outcome_and_ending_narrow_together() -> None:
    assert ids(RunFilter(outcomes=("unknown",))) == "bc"
    assert ids(RunFilter(outcomes=("unknown",), endings=("censored",))) == "b"


@pytest.mark.parametrize(
    ("sort", "order"),
    [("most steps", "bac"), ("fewest steps", "cab"), ("newest", "abc"), ("oldest", "bac"), ("label", "bac")],
)
def test_a_list_is_sorted_and_runs_without_the_value_stand_last(sort: str, order: str) -> None:
    assert ids(RunFilter(sort=sort)) == order


@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_takes_rows_that_hold_nothing(sort: str) -> None:
    assert len(matching((run_row("x"), run_row("y")), RunFilter(sort=sort))) == 2


def test_a_filter_survives_the_way_through_the_url() -> None:
    chosen = RunFilter("a & b=ü", FORMAT_NAMES[:2], ("failure",), ("open", "censored"), "newest")
    assert from_query(chosen.as_query()) == chosen


def test_a_url_with_unknown_values_gives_what_is_known_of_it() -> None:
    assert from_query("outcome=great&outcome=failure&sort=best&format=../x&text=y") == RunFilter(
        "y", outcomes=("failure",)
    )
    assert from_query("&".join(["a=1"] * 5000)) == RunFilter()


def test_input_tokens_hold_cache_reads_and_writes_and_none_stays_none() -> None:
    full = run_row("x", input_tokens=10, cache_read_input_tokens=5, cache_creation_input_tokens=2)
    assert input_tokens(full) == 17
    assert input_tokens(run_row("x", input_tokens=10)) == 10
    assert input_tokens(run_row("x", cache_read_input_tokens=5)) is None


def test_a_number_too_long_to_write_hides_no_run_and_stops_no_search() -> None:
    rows = (run_row("x", attributes={"huge": 10**6000, "session": "S-1"}),)
    assert matching(rows, RunFilter("s-1")) == list(rows)
