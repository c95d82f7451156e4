import hashlib

from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.detail_text import HASHED, HEAD, PART, Opened, text_body


def test_a_short_text_is_whole() -> None:
    body = text_body("0", "hello", Opened())
    assert (body["text"], body["characters"], body["from"], body["to"], body["notes"]) == ("hello", 5, 0, 5, [])


def test_a_long_text_shows_its_head_and_its_full_length() -> None:
    body = text_body("0", "x" * 70_000, Opened())
    assert (body["characters"], body["to"], len(body["text"])) == (70_000, HEAD, HEAD)
    whole = text_body("0", "x" * 70_000, Opened({"0": 0}))
    assert (whole["from"], whole["to"], len(whole["text"])) == (0, 70_000, 70_000)


@given(st.integers(min_value=0, max_value=3 * PART // 1000), st.integers(min_value=0, max_value=9))
def test_every_character_is_in_some_part(thousands: int, part: int) -> None:
    length = thousands * 1000
    body = text_body("0", "x" * length, Opened({"0": part}))
    assert 0 <= body["from"] <= body["to"] <= length
    assert length == 0 or body["to"] > body["from"]
    assert body["to"] - body["from"] == len(body["text"]) <= PART


def test_a_very_long_text_is_named_by_its_hash() -> None:
    text = "y" * HASHED
    assert text_body("0", text, Opened())["hash"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_text_that_ends_as_if_it_were_cut_says_who_cut_it() -> None:
    assert text_body("0", "and so on ...", Opened())["notes"] == [
        "it ends like this in the file: not cut by this program"
    ]
    assert text_body("0", "log [truncated]", Opened())["notes"]
    assert text_body("0", "x" * 5_000 + "...", Opened())["notes"] == []


def test_terminal_codes_are_hidden_counted_and_shown_on_demand() -> None:
    text = "\x1b[31mFAIL\x1b[0m\r10%\r100%"
    body = text_body("0", text, Opened())
    assert body["text"] == "FAIL␍\n10%␍\n100%"
    assert body["codes"] == 2
    assert text_body("0", text, Opened(codes={"0"}))["text"].startswith(r"\u001b[31mFAIL")


def test_invisible_characters_are_escaped_and_said_to_be() -> None:
    body = text_body("0", "ok \udcb2 end \u202e", Opened())
    assert body["text"] == r"ok \udcb2 end \u202e"
    assert body["notes"] == ["characters that cannot be seen are written as \\u and their number"]


def test_windows_line_ends_are_told_once_and_not_drawn() -> None:
    body = text_body("0", "a\r\nb\r\n", Opened())
    assert body["text"] == "a\nb\n"
    assert body["notes"] == ["line ends are CR LF in the file (2 shown)"]


def test_a_credential_is_masked_and_can_be_revealed() -> None:
    text = "KEY sk-ant-api03-abcdefghijklmnop"
    body = text_body("0", text, Opened())
    assert body["text"] == "KEY ⟦masked: sk-a… 29 characters⟧"
    (value,) = body["masked"]
    assert not value["revealed"]
    assert text_body("0", text, Opened(revealed={value["id"]}))["text"] == text
