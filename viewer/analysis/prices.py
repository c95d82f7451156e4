"""What did the requests cost? By the price list of `genai-prices` at the time of the run; no price is never 0."""

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from importlib.metadata import version

from genai_prices import Usage as PricedUsage
from genai_prices import calc_price

from viewer.model.request import Request
from viewer.model.run import Run
from viewer.model.usage import Usage, prompt_tokens


@dataclass(frozen=True)
class RequestPrice:
    """The price of one request, or why there is none."""

    k: int
    dollars: Decimal | None
    priced_as: str | None
    """Provider and model of the price list."""
    reason: str | None


@dataclass(frozen=True)
class RunPrice:
    """The sum of what has a price."""

    dollars: Decimal | None
    """None: no request has one. At least, where some have none."""
    requests: tuple[RequestPrice, ...]
    without_price: int
    list_version: str
    """Of the price list; it names no date of its own."""
    at: str
    """The time that prices were looked up for, or that none is recorded."""


def run_price(run: Run) -> RunPrice:
    """Price a run's own requests; cache reads and writes at their own rates."""
    moment = _moment(run.started_at)
    prices = tuple(_price(run, request, moment) for request in run.requests)
    known = [price.dollars for price in prices if price.dollars is not None]
    return RunPrice(
        sum(known, Decimal(0)) if known else None,
        prices,
        len(prices) - len(known),
        version("genai-prices"),
        moment.date().isoformat() if moment else "no date is recorded: today's prices",
    )


def price_now(model: str, usage: Usage) -> tuple[Decimal, str] | None:
    """What a request costs today, and the provider and model of the price list; None: it is not known."""
    size = prompt_tokens(usage)
    if size is None or usage.output_tokens is None:
        return None
    read, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    return _look_up(model, (size, read, written, usage.output_tokens), None)


def _price(run: Run, request: Request, moment: datetime | None) -> RequestPrice:
    usage = request.usage
    model = request.model or (run.models[0] if len(run.models) == 1 else None)
    if model is None:
        return RequestPrice(request.k, None, None, "no model is recorded")
    size = prompt_tokens(usage)
    if usage is None or size is None or usage.output_tokens is None:
        return RequestPrice(request.k, None, None, "input or output tokens are not recorded")
    counted = (size, usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0, usage.output_tokens)
    found = _look_up(model, counted, moment)
    if found is None:
        return RequestPrice(request.k, None, None, "the price list does not know the model")
    return RequestPrice(request.k, found[0], found[1], None)


def _moment(text: str | None) -> datetime | None:
    try:
        found = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found


@lru_cache(maxsize=4096)
def _look_up(model: str, counted: tuple[int, int, int, int], moment: datetime | None) -> tuple[Decimal, str] | None:
    """The price and what it is of. `provider/model` is looked up under that provider."""
    prompt, read, written, output = counted
    usage = PricedUsage(input_tokens=prompt, cache_read_tokens=read, cache_write_tokens=written, output_tokens=output)
    provider, _, name = model.rpartition("/")
    for model_ref, provider_id in ((model, None), (name, provider.rpartition("/")[2] or None)):
        try:
            found = calc_price(usage, model_ref=model_ref, provider_id=provider_id, genai_request_timestamp=moment)
        except (LookupError, ValueError):
            continue  # not under this name; a negative or impossible count has no price either
        return found.total_price, f"{found.provider.id} {found.model.id}"
    return None
