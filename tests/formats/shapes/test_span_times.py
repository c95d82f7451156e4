"""Moments and ids in the forms that writers give them."""

from typing import Any

import pytest

from viewer.formats.shapes.span_times import hex_id, iso, nanoseconds, seconds_between

MOMENT = 1_767_261_600_123_456_789


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (str(MOMENT), MOMENT),
        (MOMENT, MOMENT),
        ([1_767_261_600, 123_456_789], MOMENT),
        ("2026-01-01T10:00:00.123456789Z", MOMENT),
        ("2026-01-01T10:00:00.123456789+00:00", MOMENT),
        ("2026-01-01T12:00:00+02:00", 1_767_261_600_000_000_000),
        ("2026-01-01T10:00:00", 1_767_261_600_000_000_000),
        (1_767_261_600, 1_767_261_600_000_000_000),
        (1_767_261_600.5, 1_767_261_600_500_000_000),
        (1_767_261_600_123, 1_767_261_600_123_000_000),
        (1_767_261_600_123_456, 1_767_261_600_123_456_000),
        ("yesterday", None),
        ("", None),
        (None, None),
        (True, None),
        (-5, None),
        (10**30, None),
        (float("nan"), None),
        ([1, "x"], None),
        ([1e300, 0], None),
        ({}, None),
    ],
)
def test_a_moment_is_told_in_nanoseconds_or_not_at_all(value: Any, expected: int | None) -> None:
    assert nanoseconds(value) == expected


def test_a_moment_is_written_with_microseconds_where_a_calendar_has_it() -> None:
    assert iso(MOMENT) == "2026-01-01T10:00:00.123456+00:00"
    assert iso(None) is None
    assert iso(10**30) is None


def test_a_duration_needs_both_ends_in_their_order() -> None:
    assert seconds_between(0, 1_500_000_000) == 1.5
    assert seconds_between(2, 1) is None
    assert seconds_between(None, 1) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0x81AABEA7CCF10378362A173CF6C017DD", "81aabea7ccf10378362a173cf6c017dd"),
        ("9eaf6d6f2c10a382510b67bcb2648e42", "9eaf6d6f2c10a382510b67bcb2648e42"),
        ("uoqwG/CGgzyYnOKnop7uMQ==", "ba8ab01bf086833c989ce2a7a29eee31"),
        ("iINv0X+P/aw=", "88836fd17f8ffdac"),
        ("run-7", "run-7"),
        ("not*base64*=", "not*base64*="),
        ("", None),
        (7, None),
        (None, None),
    ],
)
def test_an_id_has_one_form_whatever_the_writer_made_of_it(value: Any, expected: str | None) -> None:
    assert hex_id(value) == expected
