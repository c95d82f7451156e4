"""gzip, byte order marks, UTF-16 and what is no text at all."""

import gzip
import random
import zlib

import pytest

from viewer.decode import unwrap
from viewer.decode.unwrap import utf8_text
from viewer.errors import RunFileError


def refusal(data: bytes) -> str:
    with pytest.raises(RunFileError) as caught:
        utf8_text(data, "run.json")
    return str(caught.value)


def test_plain_text_passes_as_the_same_object() -> None:
    data = b'{"a": 1}'
    text, notes = utf8_text(data, "x")
    assert text is data
    assert notes == ()


def test_a_utf8_byte_order_mark_is_taken_off_and_named() -> None:
    assert utf8_text(b"\xef\xbb\xbf{}", "x") == (b"{}", ("a UTF-8 byte order mark stood at the start",))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("text", ['{"a": "ü€😀"}', '[1, "ü"]', '  \n{"a": 1}'])
def test_utf16_is_read_with_and_without_a_mark(encoding: str, mark: str, text: str) -> None:
    made, notes = utf8_text((mark + text).encode(encoding), "x")
    assert made.decode() == text
    assert notes == (f"the text was {encoding.upper()}",)


def test_utf16_cut_inside_a_character_says_so() -> None:
    made, notes = utf8_text('\ufeff{"a": "bc'.encode("utf-16-le")[:-1], "x")
    assert made == b'{"a": "b'
    assert "half of its last character is missing" in notes[0]


def test_utf16_cut_inside_a_surrogate_pair_keeps_the_half() -> None:
    made, _ = utf8_text('\ufeff{"a": "b😀'.encode("utf-16-le")[:-2], "x")
    assert made.decode("utf-8", "surrogatepass") == '{"a": "b\ud83d'


def test_gzip_of_several_members_is_one_text() -> None:
    data = gzip.compress(b'{"a": 1}\n') + gzip.compress(b"") + gzip.compress(b'{"b": 2}\n')
    assert utf8_text(data, "x") == (b'{"a": 1}\n{"b": 2}\n', ("gzip: the content was decompressed in memory",))


def test_gzip_padded_with_zeros_is_whole() -> None:
    text, notes = utf8_text(gzip.compress(b"{}") + bytes(512), "x")
    assert (text, notes) == (b"{}", ("gzip: the content was decompressed in memory",))


def test_bytes_after_a_gzip_stream_are_counted() -> None:
    text, notes = utf8_text(gzip.compress(b"{}") + b"rubbish", "x")
    assert text == b"{}"
    assert "7 bytes after its end" in notes[0]


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.99])
def test_a_cut_gzip_file_gives_what_is_there(kept: float) -> None:
    lines = b"".join(b'{"n": %d, "noise": "%x"}\n' % (n, hash((n, 7)) & 2**64 - 1) for n in range(5000))
    whole = gzip.compress(lines)
    text, notes = utf8_text(whole[: int(len(whole) * kept)], "x")
    assert lines.startswith(text)
    assert len(text) > len(lines) * kept * 0.5
    assert "its end is missing" in notes[0]


def test_a_gzip_file_damaged_in_the_middle_gives_what_stands_before() -> None:
    lines = random.Random(4).randbytes(4_000_000).hex().encode()
    whole = bytearray(gzip.compress(lines))
    middle = len(whole) * 3 // 4
    whole[middle : middle + 400] = b"\xff" * 400
    text, notes = utf8_text(bytes(whole), "x")
    assert len(text) > len(lines) // 2
    assert text[: len(lines) // 2] == lines[: len(lines) // 2]
    assert "damaged" in notes[0]


def test_gzip_without_any_readable_byte_is_refused() -> None:
    assert "damaged gzip" in refusal(b"\x1f\x8b\x08\x00" + b"\xff" * 40)


def test_a_gzip_bomb_is_stopped_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwrap, "MAX_BYTES", 3_000_000)
    bomb = gzip.compress(bytes(50_000_000))
    assert len(bomb) < 60_000
    assert "decompresses to more than 3,000,000 bytes" in refusal(bomb)


def test_a_million_empty_gzip_members_are_refused_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwrap, "MAX_GZIP_MEMBERS", 500)
    empty = zlib.compressobj(wbits=31).flush()
    assert "gzip members" in refusal(empty * 1000)


def test_a_file_beyond_the_limit_is_refused_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwrap, "MAX_BYTES", 10)
    assert "holds 11 bytes; more than 10 cannot be opened yet" in refusal(b'"123456789"')


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty (0 bytes)"),
        (b" \n\t\r\n", "is empty: it holds no record"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "git lfs pull"),
        (b"SQLite format 3\x00rest", "a packed SQLite store"),
        (b"PAR1rest", "a packed Parquet table"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (bytes(range(256)) * 20, "binary content"),
        (bytes(5000), "binary content"),
    ],
)
def test_what_is_no_text_is_refused_by_its_kind(data: bytes, words: str) -> None:
    assert words in refusal(data)


def test_zeros_that_a_crash_left_at_the_end_do_not_make_a_file_binary() -> None:
    data = b'{"a": 1}\n' + bytes(3000)
    assert utf8_text(data, "x")[0] == data


def test_terminal_colours_do_not_make_a_text_binary() -> None:
    data = b'{"a": "\x1b[31mred\x1b[0m"}' * 3
    assert utf8_text(data, "x")[0] == data
