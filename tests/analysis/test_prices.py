"""Prices by the list, cache apart, and never 0 for what is unknown."""

from decimal import Decimal

import msgspec
from conftest import sample

from viewer.analysis.prices import price_now, run_price
from viewer.model.run import Run
from viewer.model.usage import Usage

REFUND = sample("refund/refund.json")


def _with(model: str | None, usage: Usage | None) -> Run:
    requests = tuple(msgspec.structs.replace(request, model=model, usage=usage) for request in REFUND.requests[:1])
    return msgspec.structs.replace(REFUND, requests=requests, models=(), started_at="2025-10-01T00:00:00Z")


def test_cache_reads_and_writes_have_their_own_rates() -> None:
    found = run_price(_with("claude-sonnet-4-5-20250929", Usage(400, 500, 100, 100)))
    # 400 at 3, 500 at 0.30, 100 at 3.75 and 100 at 15 dollars a million
    assert found.dollars == Decimal("0.003225")
    assert found.requests[0].priced_as == "anthropic claude-sonnet-4-5"
    assert found.at == "2025-10-01"


def test_a_provider_before_the_model_is_understood() -> None:
    found = run_price(_with("openai/gpt-4o", Usage(1_000_000, 0, 0, 0)))
    assert found.dollars == Decimal("2.5")


def test_an_unknown_model_has_no_price_rather_than_0() -> None:
    found = run_price(_with("our-own-model", Usage(400, 0, 0, 100)))
    assert (found.dollars, found.without_price) == (None, 1)
    assert found.requests[0].reason == "the price list does not know the model"


def test_a_request_without_its_tokens_has_no_price() -> None:
    assert run_price(_with("gpt-4o", Usage(400, None, None, None))).requests[0].reason == (
        "input or output tokens are not recorded"
    )
    assert run_price(_with(None, Usage(400, 0, 0, 1))).requests[0].reason == "no model is recorded"


def test_without_a_date_the_list_of_today_is_named_as_such() -> None:
    assert "no date is recorded" in run_price(REFUND).at


def test_the_price_of_a_request_today_is_of_the_same_list() -> None:
    found = price_now("claude-sonnet-4-5", Usage(1_000_000, 0, 0, 0))
    assert found is not None
    assert found[0] > 0
    assert "claude" in found[1]
    assert price_now("no-such-model-7", Usage(1, None, None, 1)) is None
    assert price_now("claude-sonnet-4-5", Usage(None, None, None, 1)) is None
