"""Digests keep what can be compared and nothing that can be read."""

import pytest

from viewer.record.digests import Digests

KEY = b"sixteen bytes or more"


def test_arguments_have_an_exact_and_a_normalised_digest() -> None:
    digests = Digests(KEY)
    first, second = (
        digests.block({"type": "tool_use", "id": "a", "name": "log", "input": {"at": f"2026-07-09T10:11:{second}Z"}})
        for second in ("12", "13")
    )
    assert first["input"]["digest"]["exact"] != second["input"]["digest"]["exact"]
    other = Digests(KEY).block({"type": "tool_use", "id": "b", "name": "log", "input": {"at": "2026-07-10T09:00:00Z"}})
    assert first["input"]["digest"]["normalised"] == other["input"]["digest"]["normalised"]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "text", "text": "secret"},
        {"type": "thinking", "text": "secret", "signature": "secret", "redacted": False},
        {"type": "tool_use", "id": "a", "name": "log", "input": {"secret": "secret"}},
        {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "secret"}]},
        {"type": "image", "media_type": None, "raw": {"url": "secret"}},
    ],
)
def test_no_word_of_a_block_stays(block: dict[str, object]) -> None:
    assert "secret" not in repr(Digests(KEY).block(block))


def test_another_key_gives_other_digests() -> None:
    assert Digests(KEY).value("x") != Digests(KEY + b"!").value("x")
