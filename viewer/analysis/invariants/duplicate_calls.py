"""Invariant 3: no call says again what an earlier one said; and, as information, calls that nearly do."""

from collections.abc import Iterator

from viewer.analysis.invariants.facts import CallFact, PathFacts
from viewer.analysis.invariants.result import CheckResult, Invariant, places
from viewer.record.normalise import Normaliser, Rules, digest

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
        key = (call.tool, digest(normaliser.arguments(call.tool, call.arguments)[0]))
        if key in seen:
            yield this.broken((call,), f"duplicate call: {call.tool} at {places((call,))}")
        seen.add(key)


def _repeats(facts: PathFacts) -> Iterator[tuple[str, list[CallFact]]]:
    """Groups of calls with one tool and the same exact arguments, none of them excused."""
    groups: dict[tuple[str, str], list[CallFact]] = {}
    done: list[list[CallFact]] = []
    for call in facts.calls:
        group = groups.setdefault((call.tool, call.exact), [])
        if not facts.policy.retry_is_duplicate and group and not group[-1].is_ok:
            group[-1] = call
        else:
            group.append(call)
        # An unclassified tool may have changed the world as well: what is not declared is not taken for a read.
        if call.kind != "read" and call.is_ok and facts.policy.write_resets_duplicates:
            own = (call.tool, call.exact)
            done += [group for key, group in groups.items() if key != own and not _is_write(group)]
            groups = {key: group for key, group in groups.items() if key == own or _is_write(group)}
    for group in [*done, *groups.values()]:
        if len(group) > 1:
            yield group[0].tool, group


def _is_write(group: list[CallFact]) -> bool:
    return group[0].kind == "write"


def _find_near(facts: PathFacts, this: Invariant) -> Iterator[CheckResult]:
    groups: dict[tuple[str, str, str], list[CallFact]] = {}
    for call in facts.calls:
        if not isinstance(call.arguments, dict) or not 1 < len(call.arguments) <= MOST_ARGUMENTS:
            continue
        for left_out in call.arguments:
            rest = {key: value for key, value in call.arguments.items() if key != left_out}
            groups.setdefault((call.tool, str(left_out), digest(rest)), []).append(call)
    for (tool, key, _), calls in groups.items():
        if len({call.exact for call in calls}) > 1:
            yield this.broken(calls, f"{len(calls)} calls of {tool} differ in {key[:60]} only, at {places(calls)}")


INVARIANT = Invariant("duplicate_call", "error", "A tool was called again with the same arguments", _find, 3)
NEAR = Invariant("near_duplicate_call", "info", "Calls of a tool that differ in one argument only", _find_near)
