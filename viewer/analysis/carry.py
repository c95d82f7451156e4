"""What do messages cost over the whole run? Each is paid for again in every later request that holds it."""

from dataclasses import dataclass

from viewer.analysis.requests import RequestView, request_views
from viewer.analysis.tokens import Range, SizeChange, growth_of
from viewer.model.run import Run


@dataclass(frozen=True)
class CarryCost:
    """What messages cost again in every request that held them."""

    messages: tuple[Range, ...]
    tokens: int
    """Of one request."""
    requests: int
    """From the first recorded one that held all of them on."""
    carried: int
    """tokens x requests: at least, where requests between held some of the messages."""
    at_least: bool


def carry_costs(run: Run) -> tuple[CarryCost, ...]:
    """The increases that messages alone paid for, the dearest over the whole run first."""
    views = request_views(run)
    costs: list[CarryCost] = []
    holders = _holders(views)
    for change in growth_of(views).changes:
        if change.note is not None or change.tokens <= 0 or not change.added:
            continue
        requests = holders[change.added[0][0]] - _held_before(views, change)
        costs.append(CarryCost(change.added, change.tokens, requests, change.tokens * requests, change.gap > 0))
    return tuple(sorted(costs, key=lambda cost: (-cost.carried, cost.messages)))


def _holders(views: tuple[RequestView, ...]) -> list[int]:
    """For each message the number of requests that held it."""
    length = max((view.request.message_index for view in views), default=0)
    steps = [0] * (length + 1)
    for view in views:
        for first, last in view.context.ranges:
            steps[first] += 1
            steps[last + 1] -= 1
    held = 0
    found: list[int] = []
    for step in steps:
        held += step
        found.append(held)
    return found


def _held_before(views: tuple[RequestView, ...], change: SizeChange) -> int:
    """Requests without a recorded size that held the first of the messages already."""
    first = change.added[0][0]
    between = views[change.from_k : change.to_k - 1]
    return sum(any(low <= first <= high for low, high in view.context.ranges) for view in between)
