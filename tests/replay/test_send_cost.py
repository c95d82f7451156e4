"""The cost before and after, and a limit that holds with several requests under way."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest
from wire_server import PATHS, says

from viewer.replay.send_cost import (
    Budget,
    BudgetReached,
    cost_before,
    cost_of,
    dollars_text,
    output_limit,
    price,
    spent,
    usage_of,
)
from viewer.replay.send_endpoints import Endpoint, Protocol
from viewer.replay.send_results import SampleStep

PRICED = Endpoint("e", "openai_chat", "https://x.example", None, {}, Decimal("0.001"), Decimal("0.01"))
LISTED = Endpoint("e", "anthropic_messages", "https://x.example")


def test_the_cost_is_requests_times_tokens_times_price() -> None:
    request = {"model": "own", "messages": [{"role": "user", "content": "x" * 4000}], "max_tokens": 50}
    one = cost_before(PRICED, request, "y" * 38, step_cap=3)
    assert (one.input_tokens, one.output_tokens) == (1014, 10)
    assert one.dollars == Decimal("0.001") * 1014 + Decimal("0.01") * 10
    assert one.most_dollars == 3 * (Decimal("0.001") * (1014 + 20) + Decimal("0.01") * 50)
    small = cost_before(PRICED, {**request, "messages": []}, "y" * 38, step_cap=3)
    many = cost_of([(small, 5), (one, 20)])
    assert (many.requests, many.most_requests, many.input_tokens) == (25, 75, 1014)
    assert many.dollars == 20 * one.dollars + 5 * (small.dollars or 0)
    assert "prices of endpoint e" in str(many.priced_as)


def test_without_a_limit_of_the_reply_the_most_is_unknown_and_without_a_price_all_of_it() -> None:
    request = {"model": "claude-sonnet-4-5", "messages": []}
    listed = cost_before(LISTED, request, None, step_cap=3)
    assert listed.dollars is not None
    assert listed.most_dollars is None
    assert "claude" in str(listed.priced_as)
    unknown = cost_before(LISTED, {**request, "model": "own-model-7", "max_tokens": 5}, None, step_cap=3)
    assert (unknown.dollars, unknown.most_dollars) == (None, None)
    assert cost_of([(unknown, 5), (listed, 1)]).dollars is None


def test_the_limit_of_a_reply_has_a_name_in_each_api() -> None:
    assert [output_limit({name: 7}) for name in ("max_tokens", "max_completion_tokens", "max_output_tokens")] == [7] * 3
    assert output_limit({"max_tokens": None}) is None


@pytest.mark.parametrize("protocol", PATHS)
def test_what_was_spent_is_by_what_the_replies_count(protocol: Protocol) -> None:
    step = SampleStep(reply=says(protocol, "done", 10), attempts=1, seconds=1)
    without = SampleStep(reply={**says(protocol, "done"), "usage": {"input_tokens": "x"}}, attempts=1, seconds=1)
    endpoint = Endpoint("e", protocol, "https://x.example", None, {}, Decimal("0.001"), Decimal("0.01"))
    assert spent(endpoint, "m", [step, step, without]) == (2 * (Decimal("0.1") + Decimal("0.1")), 1)
    usage = usage_of(protocol, step.reply)
    assert usage is not None
    assert price(endpoint, "m", usage)[0] == Decimal("0.2")


def _reply(output: int) -> dict[str, Any]:
    return {"usage": {"prompt_tokens": 0, "completion_tokens": output}}


def test_a_limit_waits_for_requests_under_way_and_then_stops() -> None:
    async def scene() -> list[str]:
        told: list[str] = []
        budget = Budget(PRICED, "m", Decimal("0.25"))
        request = {"max_tokens": 20}  # 0.2 dollars, and 0.004 of input
        first = await budget.reserve(request, 1)

        async def second() -> None:
            reserved = await budget.reserve(request, 1)
            told.append("second goes")
            await budget.settle(reserved, None)

        waiting = asyncio.create_task(second())
        await asyncio.sleep(0.01)
        told.append("first ends")
        await budget.settle(first, _reply(1))
        await waiting
        try:
            await budget.reserve(request, 1)
        except BudgetReached as error:
            told.append(str(error))
        told.append(str(budget.spent))
        return told

    assert asyncio.run(scene()) == [
        "first ends",
        "second goes",
        "the next request could cost $0.2040",
        "0.214",  # a reply that never came may have to be paid
    ]


def test_what_was_refused_costs_nothing_and_no_limit_reserves_nothing() -> None:
    async def scene() -> Decimal:
        budget = Budget(PRICED, "m", Decimal(1))
        await budget.settle(await budget.reserve({"max_tokens": 20}, 1), None, free=True)
        without = Budget(PRICED, "m", None)
        assert await without.reserve({"max_tokens": 10**9}, 1) == 0
        return budget.spent

    assert asyncio.run(scene()) == 0


def test_dollars_are_written_with_the_places_that_matter() -> None:
    assert [dollars_text(Decimal(one)) for one in ("0.01234", "12.345", "1234.5")] == ["$0.0123", "$12.34", "$1,234.50"]
