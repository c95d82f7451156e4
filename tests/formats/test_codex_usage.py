"""Token counts that repeat and a total that grows."""

from typing import Any

import pytest

from viewer.formats.codex_usage import TokenCounts, usage
from viewer.formats.entries import Aside, Measured
from viewer.model.usage import Usage


def tokens(whole: int, cached: int, output: int) -> dict[str, int]:
    return {"input_tokens": whole, "cached_input_tokens": cached, "output_tokens": output}


def event(total: Any, last: Any = None) -> dict[str, Any]:
    return {"info": {"total_token_usage": total, "last_token_usage": last}}


def used(made: Measured | Aside) -> Usage | None:
    return made.usage if isinstance(made, Measured) else None


def test_the_cache_is_taken_out_of_the_input() -> None:
    assert usage({**tokens(100, 60, 7), "cache_write_input_tokens": 10}) == Usage(30, 60, 10, 7)


def test_what_is_not_recorded_stays_none() -> None:
    assert usage({"output_tokens": 7}) == Usage(None, None, None, 7)


def test_an_event_measures_its_last_request() -> None:
    counts = TokenCounts()
    assert used(counts.entry(event(tokens(100, 0, 5), tokens(100, 0, 5)))) == Usage(100, 0, None, 5)
    assert used(counts.entry(event(tokens(250, 90, 9), tokens(150, 90, 4)))) == Usage(60, 90, None, 4)
    assert counts.total == Usage(160, 90, None, 9)


def test_an_event_whose_total_did_not_change_measures_nothing() -> None:
    counts = TokenCounts()
    first = event(tokens(100, 0, 5), tokens(100, 0, 5))
    counts.entry(first)
    assert isinstance(counts.entry(first), Aside)


def test_rate_limits_alone_measure_nothing() -> None:
    assert isinstance(TokenCounts().entry({"info": None, "rate_limits": {}}), Aside)


def test_a_total_alone_measures_what_was_added_to_it() -> None:
    counts = TokenCounts()
    counts.entry(event(tokens(100, 0, 5)))
    assert used(counts.entry(event(tokens(250, 90, 9)))) == Usage(60, 90, None, 4)


def test_a_copied_event_only_moves_the_total() -> None:
    counts = TokenCounts()
    copied = event(tokens(100, 0, 5), tokens(100, 0, 5))
    assert isinstance(counts.entry(copied, counts=False), Aside)
    assert isinstance(counts.entry(copied), Aside), "the same again is a repeat"


def test_counts_under_unknown_keys_are_set_aside() -> None:
    assert isinstance(TokenCounts().entry({"info": {"prompt": 1, "completion": 2}}), Aside)


@pytest.mark.parametrize("info", ["many", [1], {"last_token_usage": 3}, {"total_token_usage": {"input_tokens": "x"}}])
def test_counts_of_another_shape_raise(info: Any) -> None:
    with pytest.raises(TypeError):
        TokenCounts().entry({"info": info})
