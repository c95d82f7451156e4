"""How runs of SWE-agent end."""

import pytest

from viewer.formats.swe_agent_ending import ending_of


@pytest.mark.parametrize(
    ("status", "kind", "cut_by"),
    [
        ("submitted", "unknown", None),
        ("submitted (exit_context)", "censored", "tokens"),
        ("exit_forfeit", "unknown", None),
        ("early_exit", "censored", "abort"),
        (None, "open", None),
    ],
)
def test_the_harnesss_word_tells_the_ending(status: str | None, kind: str, cut_by: str | None) -> None:
    ending = ending_of(status, None)
    assert (ending.kind, ending.cut_by) == (kind, cut_by)


def test_a_limit_of_zero_is_none() -> None:
    assert ending_of("exit_cost", 3).cap == 3.0
    assert ending_of("exit_cost", 0).cap is None
