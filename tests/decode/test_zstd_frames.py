"""Zstandard with limits."""

import sys

import pytest

from viewer.decode.zstd_frames import ZstdError, unzstd

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def test_several_frames_in_a_row_are_one_content() -> None:
    assert unzstd(zstd.compress(b"one ") + zstd.compress(b"two"), 100) == b"one two"


def test_no_more_comes_out_than_one_byte_over_the_limit() -> None:
    assert len(unzstd(zstd.compress(b"x" * 10_000), 100)) == 101


def test_a_window_of_2_gb_is_refused() -> None:
    packed = zstd.compress(
        b"x" * 1000, options={zstd.CompressionParameter.window_log: 31, zstd.CompressionParameter.content_size_flag: 0}
    )
    head = bytearray(packed)
    # The frame header's window byte: exponent 21 means 2 GB; the content is the same.
    head[4] &= ~0x20
    with pytest.raises(ZstdError):
        unzstd(bytes([*head[:5], 21 << 3, *head[6:]]), 10_000)
