from rows import run_row

from viewer.ui.runs_filter import RunFilter, from_query, input_tokens


def test_a_filter_survives_the_way_through_the_url() -> None:
    chosen = RunFilter('label = "a & b=ü" or not steps > 3', "newest")
    assert from_query(chosen.as_query()) == chosen
    assert RunFilter().as_query() == ""


def test_a_url_with_unknown_values_gives_what_is_known_of_it() -> None:
    assert from_query("sort=best&outcome=failure&filter=y") == RunFilter("y")
    assert from_query("&".join(["a=1"] * 5000)) == RunFilter()


def test_only_a_line_can_hide_a_run() -> None:
    assert not RunFilter("  ", "newest")
    assert RunFilter("a")


def test_input_tokens_hold_cache_reads_and_writes_and_none_stays_none() -> None:
    full = run_row("x", input_tokens=10, cache_read_input_tokens=5, cache_creation_input_tokens=2)
    assert input_tokens(full) == 17
    assert input_tokens(run_row("x", input_tokens=10)) == 10
    assert input_tokens(run_row("x", cache_read_input_tokens=5)) is None
