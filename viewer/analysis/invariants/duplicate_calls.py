"""Invariant 3: no call says again what an earlier one said; and, as information, calls that nearly do."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from hashlib import blake2b
from typing import Any

from viewer.analysis.digests import plain_json, quick_digest
from viewer.analysis.invariants.facts import CallFact, PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, places
from viewer.analysis.pairing import Place
from viewer.record.normalise import Normaliser, Rules

AS_PUBLISHED = Rules(
    (
        ("uuid", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        ("ts", r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}"),
    ),
    ("*.request_id", "*.timestamp", "*.trace_id", "*.nonce", "*.cursor"),
    numbered=False,
)
"""The article's own masks: two different ids are one call to them, and so are two pages of a list."""
MOST_ARGUMENTS = 50
"""Arguments of a call beyond which near duplicates are not looked for."""


def _find(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    if facts.policy.strict:
        yield from _as_published(facts, this)
        return
    for tool, calls in _repeats(facts):
        yield this.broken(calls, f"{tool} was called {len(calls)} times with the same arguments, at {places(calls)}")


def _as_published(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    seen: set[tuple[str, str]] = set()
    normaliser = Normaliser(AS_PUBLISHED)
    for call in facts.calls:
        key = (call.tool, quick_digest(normaliser.arguments(call.tool, call.arguments)[0]))
        if key in seen:
            yield this.broken((call,), f"duplicate call: {call.tool} at {places((call,))}")
        seen.add(key)


def _repeats(facts: PathFacts) -> Iterator[tuple[str, list[CallFact]]]:
    """Groups of calls with one tool and the same exact arguments, none of them excused."""
    policy = facts.policy
    times = Counter([call.tool for call in facts.calls])
    writes: dict[tuple[str, Hashable], list[CallFact]] = {}
    others: dict[tuple[str, Hashable], list[CallFact]] = {}
    done: list[list[CallFact]] = []
    for call in facts.calls:
        tool, kind = call.tool, call.kind
        own = (tool, _said(call) if times[tool] > 1 else "")
        groups = writes if kind == "write" else others
        group = groups.get(own)
        if group is None:
            groups[own] = [call]
        elif not policy.retry_is_duplicate and not group[-1].is_ok:
            group[-1] = call
        else:
            group.append(call)
        # An unclassified tool may have changed the world as well: what is not declared is not taken for a read.
        if kind != "read" and others and policy.write_resets_duplicates and call.is_ok:
            kept = others.pop(own, None)
            for one in others.values():
                if len(one) > 1:
                    done.append(one)
            others = {} if kept is None else {own: kept}
    for group in [*done, *writes.values(), *others.values()]:
        if len(group) > 1:
            yield group[0].tool, group


def _said(call: CallFact) -> Hashable:
    """Equal for calls that say the same, whatever is quickest: the texts, the arguments as JSON, or a digest."""
    arguments = call.arguments
    if type(arguments) is dict:
        for key, value in arguments.items():
            if type(value) is not str or type(key) is not str:
                break
        else:
            return frozenset(arguments.items())
    return plain_json(arguments) or call.exact


def _find_near(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    times = Counter([call.tool for call in facts.calls])
    several = [
        call
        for call in facts.calls
        if times[call.tool] > 1 and isinstance(call.arguments, dict) and 1 < len(call.arguments) <= MOST_ARGUMENTS
    ]
    # Few calls have a near duplicate: a short number tells most of them apart.
    near: set[Place] = set()
    for calls in _but_one(several, _short_number_of).values():
        if len(calls) > 1:
            near.update([call.place for call in calls])
    for (tool, key, _), calls in _but_one([call for call in several if call.place in near], _number_of).items():
        if len(calls) > 1 and len({call.exact for call in calls}) > 1:
            yield this.broken(calls, f"{len(calls)} calls of {tool} differ in {key[:60]} only, at {places(calls)}")


def _but_one(calls: list[CallFact], number_of: Callable[[Any, Any], int]) -> dict[tuple[str, str, int], list[CallFact]]:
    """The calls by tool, by the name of an argument, and by the number of all other arguments."""
    groups: dict[tuple[str, str, int], list[CallFact]] = {}
    for call in calls:
        parts = {key: number_of(key, value) for key, value in call.arguments.items()}
        # A sum of the parts' numbers, so that each rest is a subtraction away.
        whole = sum(parts.values())
        for left_out, number in parts.items():
            groups.setdefault((call.tool, str(left_out), whole - number), []).append(call)
    return groups


def _short_number_of(key: Any, value: Any) -> int:
    """Equal for arguments that `_number_of` has equal, and seldom for others; only texts are told apart at all."""
    return hash((str(key), value)) if type(value) is str else hash(str(key))


def _number_of(key: Any, value: Any) -> int:
    """A number of 256 bits for an argument with its value: two equal sums do not happen by chance."""
    return int.from_bytes(
        blake2b(f"{key}\0{quick_digest(value)}".encode("utf-8", "surrogatepass"), digest_size=32).digest()
    )


INVARIANT = Invariant("duplicate_call", "error", "A tool was called again with the same arguments", _find, 3)
NEAR = Invariant("near_duplicate_call", "info", "Calls of a tool that differ in one argument only", _find_near)
