"""What a call is going to send, what that may cost, and why it must not be sent."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from viewer.replay.built import LIST_OF
from viewer.replay.bundle import Bundle, original_request, value_hash
from viewer.replay.check import check_bundle
from viewer.replay.send_cost import CostBefore, cost_before, cost_of, dollars_text, output_limit, spent
from viewer.replay.send_endpoints import CannotSend, Endpoint
from viewer.replay.send_provider_tools import provider_tools
from viewer.replay.send_results import Arm, Results, ResultsHead, same_head

MOST_SAMPLES = 1000
_LIMIT_NAMES = {
    "anthropic_messages": "max_tokens",
    "openai_chat": "max_completion_tokens",
    "openai_responses": "max_output_tokens",
}


@dataclass(frozen=True)
class SendOptions:
    """How a bundle is sent."""

    samples: int = 10
    """In each arm."""
    control: bool = True
    concurrency: int = 4
    """Requests under way at once."""
    step_cap: int = 8
    """Requests that one sample may take."""
    max_cost: Decimal | None = None
    """Dollars, for all that the results file holds in the end; None: no limit."""
    server_tools: frozenset[str] = frozenset()
    """Provider-run tools that are allowed."""
    model: str | None = None
    """Another model than the bundle's, in both arms."""
    max_tokens: int | None = None
    """Another limit of a reply than the bundle's, in both arms."""
    retries: int = 2
    timeout: float = 600
    """Seconds without a word from the endpoint."""


@dataclass(frozen=True)
class Plan:
    """A bundle that may be sent, and how."""

    bundle: Bundle
    endpoint: Endpoint
    options: SendOptions
    head: ResultsHead
    requests: dict[Arm, dict[str, Any]]
    todo: tuple[tuple[Arm, int], ...]
    """Arm and number of each sample, in the order in which they begin."""
    done: int
    """Samples that an earlier call finished."""
    of_one: dict[Arm, CostBefore]
    """The cost of one sample: the two requests may differ in size."""
    cost: CostBefore
    """Of what is to do."""
    spent: Decimal
    """By earlier calls, as far as their replies say."""


def bundle_hash(bundle: Bundle) -> str:
    """What tells the samples of one bundle from those of another: a hash over the bundle's own hashes.

    The same swap has the same, whoever makes it and whenever. Whether its hashes are true is what a check says.
    """
    return value_hash(
        [
            bundle.run.key,
            bundle.run.sent_hash,
            bundle.position,
            bundle.api,
            bundle.block_path,
            bundle.original.hash,
            bundle.replacement.hash,
            bundle.unchanged_hash,
            bundle.recorded_hash,
        ]
    )


def plan(bundle: Bundle, endpoint: Endpoint, options: SendOptions, results: Results | None = None) -> Plan:
    """What there is to send.

    Args:
        bundle: the bundle.
        endpoint: where to.
        options: how.
        results: what the results file holds; None: there is none yet.

    Raises:
        CannotSend: it must not be sent, or not to there, or not into this file.
    """
    if not 1 <= options.samples <= MOST_SAMPLES:
        raise CannotSend(f"samples are 1 to {MOST_SAMPLES:,} in each arm")
    if options.concurrency < 1 or options.step_cap < 1:
        raise CannotSend("requests at once and steps of a sample are at least 1")
    if bundle.api != endpoint.protocol:
        raise CannotSend(f"the bundle is a request of {bundle.api}, endpoint {endpoint.name} takes {endpoint.protocol}")
    wrong = [one for one in check_bundle(bundle) if one.severity == "error"]
    if wrong:
        raise CannotSend(f"the bundle does not pass its check: {wrong[0].text}")
    changes = _changes(endpoint, options)
    request = {**bundle.request, **changes}
    _check_request(endpoint, request, options)
    requests: dict[Arm, dict[str, Any]] = {}
    if options.control:
        requests["control"] = {**original_request(bundle), **changes}
    requests["swapped"] = request
    head = ResultsHead(
        bundle=bundle_hash(bundle),
        endpoint=endpoint.name,
        base_url=endpoint.base_url,
        protocol=endpoint.protocol,
        model=request["model"],
        set=changes,
        step_cap=options.step_cap,
        server_tools=sorted(options.server_tools & set(provider_tools(endpoint.protocol, request))),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    reply = bundle.continuation[0]["blocks"] if bundle.continuation else None
    of_one = {arm: cost_before(endpoint, body, reply, options.step_cap) for arm, body in requests.items()}
    none = cost_of([(one, 0) for one in of_one.values()])
    return with_results(Plan(bundle, endpoint, options, head, requests, (), 0, of_one, none, Decimal(0)), results)


def with_results(made: Plan, results: Results | None) -> Plan:
    """The plan for what a results file lacks.

    Raises:
        CannotSend: the file holds samples of something else, or the rest would cost too much.
    """
    options = made.options
    if results is not None and (field := same_head(results.head, made.head)) is not None:
        held = getattr(results.head, field)
        raise CannotSend(f"the results file holds samples of another {field} ({held!r}): name another file")
    done = {(one.arm, one.sample) for one in results.samples} if results is not None else set()
    wanted: list[tuple[Arm, int]] = [(arm, number) for number in range(1, options.samples + 1) for arm in made.requests]
    todo = tuple(one for one in wanted if one not in done)
    counts = Counter(arm for arm, _ in todo)
    cost = cost_of([(one, counts[arm]) for arm, one in made.of_one.items()])
    paid = _spent(made.endpoint, made.head.model, results)
    _check_cost(cost, paid, options, bool(todo))
    return replace(made, todo=todo, done=len(wanted) - len(todo), cost=cost, spent=paid)


def _changes(endpoint: Endpoint, options: SendOptions) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if options.model is not None:
        changes["model"] = options.model
    if options.max_tokens is not None:
        changes[_LIMIT_NAMES[endpoint.protocol]] = options.max_tokens
    return changes


def _check_request(endpoint: Endpoint, request: dict[str, Any], options: SendOptions) -> None:
    if not isinstance(request.get("model"), str):
        raise CannotSend("the bundle names no model: give one (--model)")
    if endpoint.protocol == "anthropic_messages" and output_limit(request) is None:
        raise CannotSend("the bundle holds no max_tokens, which this API needs: give a limit of a reply (--max-tokens)")
    if LIST_OF[endpoint.protocol] not in request:
        raise CannotSend(f"the request has no `{LIST_OF[endpoint.protocol]}`")
    if request.get("background"):
        raise CannotSend("the request asks for a reply in the background, which a replay does not wait for")
    refused = [name for name in provider_tools(endpoint.protocol, request) if name not in options.server_tools]
    if refused:
        raise CannotSend(
            f"the request declares tools that the provider would run: {', '.join(refused)}. "
            f"They act in the world: each has to be allowed (--allow-server-tool {refused[0]})"
        )


def _check_cost(cost: CostBefore, paid: Decimal, options: SendOptions, anything: bool) -> None:
    if options.max_cost is None or not anything:
        return
    if cost.dollars is None:
        raise CannotSend(
            "no price of this model is known, so a limit of cost cannot be kept: "
            "give the endpoint its prices, or leave the limit out"
        )
    if paid + cost.dollars > options.max_cost:
        before = f" after {dollars_text(paid)} spent before" if paid else ""
        raise CannotSend(
            f"about {dollars_text(cost.dollars)}{before} is over the limit of {dollars_text(options.max_cost)}: "
            "nothing was sent; take fewer samples or a higher limit"
        )


def _spent(endpoint: Endpoint, model: str, results: Results | None) -> Decimal:
    if results is None:
        return Decimal(0)
    return spent(endpoint, model, results.steps())[0]
