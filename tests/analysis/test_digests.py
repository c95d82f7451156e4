"""Quick and slow digests are the same digests."""

from datetime import UTC, datetime
from typing import Any

import pytest

from viewer.analysis.digests import plain_json, quick_digest
from viewer.record.normalise import digest


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        {"b": 1, "a": [1, "two", None, {"c": False}]},
        {"order": 1.0, "share": 0.1, "huge": 1e300},
        {"name": "Zoë", "half": "\ud800", "del": "\x7f", "tab": "\t", "quote": '"\\/'},
        {"ключ": 1, "a": 2, "Z": 3},
        {1: "a", "0": "b"},
        {"at": datetime(2026, 1, 1, tzinfo=UTC)},
        [],
        "text",
        2**70,
        (1, 2),
    ],
)
def test_it_is_the_recorders_digest(value: Any) -> None:
    assert quick_digest(value) == digest(value)


def test_equal_values_have_one_text_or_none() -> None:
    assert plain_json({"b": "ü", "a": 1}) == plain_json({"a": 1, "b": "ü"}) is not None
    assert plain_json({"a": 1.0}) is plain_json({1: 2}) is plain_json("\ud800") is None
