"""What a replay will cost, before it is sent, and what it has cost: requests times tokens times price."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from viewer.analysis.estimates import BYTES_PER_TOKEN
from viewer.analysis.prices import price_now
from viewer.formats.mapping_errors import MAPPING_ERRORS
from viewer.formats.shapes import anthropic_blocks, openai_messages, response_blocks
from viewer.model.hashes import canonical_json
from viewer.model.usage import Usage, prompt_tokens
from viewer.replay.send_endpoints import Endpoint, Protocol
from viewer.replay.send_results import SampleStep

ASSUMED_OUTPUT = 500
"""Tokens of a reply, where the run recorded none to go by."""
_OUTPUT_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_USAGE_OF = {
    "anthropic_messages": anthropic_blocks.usage,
    "openai_chat": openai_messages.usage,
    "openai_responses": response_blocks.usage,
}


@dataclass(frozen=True)
class CostBefore:
    """An estimate. Sizes are bytes by four, so they may be off by a half."""

    requests: int
    """If every sample takes one step."""
    most_requests: int
    """If every sample takes all steps that it may."""
    input_tokens: int
    """Of one request."""
    output_tokens: int
    """Of one reply, as long as the one that the run recorded."""
    dollars: Decimal | None
    """Of `requests`; None: no price is known."""
    most_dollars: Decimal | None
    """Of `most_requests`, each reply as long as the request allows; None: no price or no limit is known."""
    priced_as: str | None


def output_limit(request: dict[str, Any]) -> int | None:
    """The longest reply that a request allows, in tokens; None: it sets no limit."""
    found = [request[name] for name in _OUTPUT_LIMITS if type(request.get(name)) is int]
    return max(found) if found else None


def estimated_tokens(value: Any) -> int:
    """The size of a request or reply: bytes of its JSON by four."""
    return len(canonical_json(value)) // BYTES_PER_TOKEN


def cost_before(endpoint: Endpoint, request: dict[str, Any], reply: Any, step_cap: int) -> CostBefore:
    """What one sample of a request may cost.

    Args:
        endpoint: may name prices of its own.
        request: the body.
        reply: what the run recorded as the answer to it; None: nothing.
        step_cap: requests that one sample may take.
    """
    size = estimated_tokens({name: value for name, value in request.items() if name != "model"})
    output = estimated_tokens(reply) if reply is not None else ASSUMED_OUTPUT
    limit = output_limit(request)
    model = str(request.get("model"))
    one, priced_as = price(endpoint, model, Usage(size, None, None, output))
    longest = None
    if limit is not None:
        longest = price(endpoint, model, Usage(size + (step_cap - 1) * output, None, None, limit))[0]
    most = None if longest is None else longest * step_cap
    return CostBefore(1, step_cap, size, output, one, most, priced_as)


def cost_of(parts: list[tuple[CostBefore, int]]) -> CostBefore:
    """The cost of several samples, by that of one of each kind and how many of it there are.

    Sizes are those of the largest request and reply.
    """
    return CostBefore(
        sum(one.requests * samples for one, samples in parts),
        sum(one.most_requests * samples for one, samples in parts),
        max(one.input_tokens for one, _ in parts),
        max(one.output_tokens for one, _ in parts),
        _sum([(one.dollars, samples) for one, samples in parts]),
        _sum([(one.most_dollars, samples) for one, samples in parts]),
        parts[0][0].priced_as,
    )


def _sum(parts: list[tuple[Decimal | None, int]]) -> Decimal | None:
    known = [dollars * samples for dollars, samples in parts if dollars is not None]
    return sum(known, Decimal(0)) if len(known) == len(parts) else None


def price(endpoint: Endpoint, model: str, usage: Usage) -> tuple[Decimal | None, str | None]:
    """Dollars of one request, and by which prices; None: unknown."""
    size = prompt_tokens(usage)
    if size is None or usage.output_tokens is None:
        return None, None
    if endpoint.input_dollars is not None and endpoint.output_dollars is not None:
        made = size * endpoint.input_dollars + usage.output_tokens * endpoint.output_dollars
        return made, f"the prices of endpoint {endpoint.name}"
    return price_now(model, usage) or (None, None)


def usage_of(protocol: Protocol, reply: dict[str, Any]) -> Usage | None:
    """The token counts of a reply; None: it has none that can be read."""
    try:
        return _USAGE_OF[protocol](reply.get("usage"))
    except MAPPING_ERRORS:
        return None


def spent(endpoint: Endpoint, model: str, steps: Iterable[SampleStep]) -> tuple[Decimal, int]:
    """What steps have cost by what their replies count, and how many of them have no price."""
    total, without = Decimal(0), 0
    for step in steps:
        usage = usage_of(endpoint.protocol, step.reply)
        dollars = None if usage is None else price(endpoint, model, usage)[0]
        if dollars is None:
            without += 1
        else:
            total += dollars
    return total, without


class BudgetReached(Exception):
    """The next request could cost more than is left."""


class Budget:
    """Lets a request go only while all that were let go can cost no more than the limit."""

    def __init__(self, endpoint: Endpoint, model: str, limit: Decimal | None, already: Decimal = Decimal(0)) -> None:
        self._endpoint, self._model, self._limit = endpoint, model, limit
        self.spent = already
        self._reserved = Decimal(0)
        self._changed = asyncio.Condition()

    async def reserve(self, request: dict[str, Any], expected_output: int) -> Decimal:
        """Wait until a request fits; what was set aside for it.

        Raises:
            BudgetReached: it does not fit, and no request is under way that could end cheaper than allowed for.
        """
        if self._limit is None:
            return Decimal(0)
        counted = Usage(estimated_tokens(request), None, None, output_limit(request) or expected_output)
        needed = price(self._endpoint, self._model, counted)[0] or Decimal(0)
        async with self._changed:
            while self.spent + self._reserved + needed > self._limit:
                if not self._reserved:
                    raise BudgetReached(f"the next request could cost {dollars_text(needed)}")
                await self._changed.wait()
            self._reserved += needed
        return needed

    async def settle(self, reserved: Decimal, reply: dict[str, Any] | None, free: bool = False) -> None:
        """Give back what was set aside and count what the reply cost; where it does not say, what was set aside.

        Args:
            reserved: as `reserve` gave it.
            reply: None: none came, but one may have to be paid.
            free: no reply was made, so there is nothing to pay.
        """
        usage = None if reply is None else usage_of(self._endpoint.protocol, reply)
        cost = None if usage is None else price(self._endpoint, self._model, usage)[0]
        if cost is None:
            cost = Decimal(0) if free else reserved
        async with self._changed:
            self._reserved -= reserved
            self.spent += cost
            self._changed.notify_all()


def dollars_text(amount: Decimal) -> str:
    """`$0.0123`: four places below ten dollars, two above."""
    return f"${amount:,.2f}" if amount >= 10 else f"${amount:,.4f}"
