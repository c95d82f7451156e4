from viewer.ui.terminal_codes import marked_codes, without_codes


def test_colours_titles_and_links_of_a_terminal_are_left_out_and_counted() -> None:
    text = "\x1b[31mFAIL\x1b[0m \x1b]0;title\x07x\x1b]8;;https://x.invalid\x1b\\link\x1b]8;;\x1b\\"
    plain, count = without_codes(text)
    assert plain == "FAIL xlink"
    assert count == 5


def test_a_text_without_codes_is_the_same() -> None:
    assert without_codes("[31m plain") == ("[31m plain", 0)


def test_a_preview_shows_that_a_code_stood_there() -> None:
    assert marked_codes("\x1b[1mbold\x1b[0m") == "␛bold␛"
