import pytest

from viewer.plain import cell, one_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\u001b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\ud800", "\\ud800"),
        ("\x00", "\\u0000"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("line\nbreak\tstays", "line\nbreak\tstays"),
        ("日本語 é 🙂 $x$ <b>", "日本語 é 🙂 $x$ <b>"),
    ],
)
def test_what_the_eye_cannot_see_is_escaped_and_all_else_is_shown_as_it_is(text: str, shown: str) -> None:
    assert visible(text) == shown
    visible(text).encode()


def test_line_breaks_stay_visible_in_one_line() -> None:
    assert one_line("a\nb\r\tc") == "a⏎b␍⇥c"


def test_a_long_text_is_cut_with_a_mark() -> None:
    assert one_line("x" * 201) == "x" * 200 + "…"
    assert one_line("x" * 200) == "x" * 200


@pytest.mark.parametrize("formula", ["=1+1", "+cmd|x", "@SUM(A1)", "-2+3+cmd"])
def test_a_cell_that_a_spreadsheet_would_run_is_neutralised(formula: str) -> None:
    assert cell(formula) == f"'{formula}"


@pytest.mark.parametrize("number", ["-3", "+4.5", "-1,000", "a=b", "x@y"])
def test_negative_numbers_and_plain_words_stay_as_they_are(number: str) -> None:
    assert cell(number) == number


def test_a_credential_in_a_cell_is_masked() -> None:
    key = "sk-" + "a1b2c3d4" * 4
    assert key not in str(cell(f"label {key}"))


def test_a_credential_cut_by_the_end_of_a_cell_is_masked() -> None:
    assert "a1b2" not in str(cell("x" * 180 + " sk-" + "a1b2c3d4" * 6))


def test_no_text_is_no_cell() -> None:
    assert cell(None) is None
