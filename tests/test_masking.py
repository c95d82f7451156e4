import pytest

from viewer.masking import masked, masked_part


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("key sk-ant-api03-abcdefghijklmnop", "sk-ant-api03-abcdefghijklmnop"),
        ("ghp_abcdefghijklmnopqrstuvwx1234", "ghp_abcdefghijklmnopqrstuvwx1234"),
        ("AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"),
        ('{"Authorization": "Bearer abcdefgh12345678"}', "abcdefgh12345678"),
        ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ('{"password": "hunter2"}', "hunter2"),
        ('{\\"api_key\\": \\"abcd1234\\"}', "abcd1234"),
        ("https://bucket/x?X-Amz-Signature=abcdef0123456789&y=1", "abcdef0123456789"),
        ("postgres://user:pa55w0rd@host/db", "pa55w0rd"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "MIIabc"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def", "eyJhbGciOiJIUzI1NiJ9"),
    ],
)
def test_a_value_that_looks_like_a_credential_is_masked(text: str, secret: str) -> None:
    found = masked(text)
    assert secret not in found.text
    assert "⟦masked: " in found.text
    assert len(found.values) == 1


@pytest.mark.parametrize(
    "text",
    ["password: required", "the secret = hello", "token_count: 123456", "api key: the lock", "task-list-for-everybody"],
)
def test_plain_words_stay(text: str) -> None:
    assert masked(text).text == text


def test_a_revealed_value_is_shown_wherever_it_stands_and_the_others_are_not() -> None:
    text = "sk-aaaaaaaaaaaaaaaaaaaa sk-bbbbbbbbbbbbbbbbbbbb sk-aaaaaaaaaaaaaaaaaaaa"
    first, second = masked(text).values
    shown = masked(text, {first.id}).text
    assert shown.count("sk-aaaaaaaaaaaaaaaaaaaa") == 2
    assert "sk-bbbb" not in shown
    assert "aaaa" not in first.id and second.label == "sk-b… 23 characters"


def test_masking_twice_changes_nothing_more() -> None:
    once = masked("api_key=abcdef123456 sk-ant-api03-abcdefghijklmnop").text
    assert masked(once).text == once


def test_a_value_at_the_edge_of_a_part_is_masked_in_both_parts() -> None:
    text = "x" * 50 + " sk-ant-api03-abcdefghijklmnopqrstuvwxyz " + "y" * 50
    for cut in range(50, 95):
        parts = masked_part(text, 0, cut).text + masked_part(text, cut, len(text)).text
        assert "abcdef" not in parts


def test_a_letter_that_grows_in_lower_case_shifts_no_mask() -> None:
    assert masked("İİİ SECRET_KEY=ABCDEF12 x").text == "İİİ SECRET_KEY=⟦masked: 8 characters⟧ x"


def test_a_cut_private_key_masks_only_its_own_row() -> None:
    assert masked("-----BEGIN PRIVATE KEY-----\nMII\x1dnext row").text.endswith("\x1dnext row")


def test_a_quoted_value_after_its_name_alone_is_masked_and_a_plain_word_is_not() -> None:
    assert "hunter22x" not in masked('{password "hunter22x"}').text
    assert masked('the password "required" is wrong').values == ()
