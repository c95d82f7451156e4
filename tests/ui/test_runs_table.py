from rows import run_row

from viewer.ui.runs_table import MOST_HEIGHT, frame, height


def test_a_sub_run_is_marked_and_names_its_parent() -> None:
    made = frame([run_row("a", label="refund"), run_row("b", label="search", parent_run_id="a"), run_row("c")])
    assert made["label"].tolist()[:2] == ["refund", "↳ search"]
    assert made["sub-run of"].tolist()[1] == "a"


def test_what_is_not_recorded_is_empty_and_never_zero() -> None:
    made = frame([run_row("a", input_tokens=None), run_row("b", input_tokens=0)])
    assert made["in tokens"].isna().tolist() == [True, False]


def test_partial_token_sums_say_how_many_requests_they_hold() -> None:
    assert frame([run_row("a", model_requests=4, requests_without_usage=1)])["sized"].tolist() == ["3/4"]


def test_numbers_stay_whole_numbers_up_to_what_a_browser_holds_exactly() -> None:
    assert str(frame([run_row("a", output_tokens=2**53)])["out tokens"].dtype) == "Int64"
    assert frame([run_row("a", output_tokens=2**53 + 1)])["out tokens"].tolist() == ["9,007,199,254,740,993"]


def test_a_number_too_long_to_write_says_how_long_it_is() -> None:
    assert frame([run_row("a", output_tokens=10**5000)])["out tokens"].tolist() == ["a number of 16,610 bits"]


def test_no_rows_make_an_empty_table() -> None:
    assert len(frame([])) == 0


def test_a_long_table_scrolls_inside_its_height() -> None:
    assert height(3) < height(10) <= height(1_000_000) == MOST_HEIGHT
