"""Does each result answer a call that is in the list, and is it the only one? Both kinds of surplus are named."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, at, call_named

WITHOUT_CALL = Rule("result_without_call", "error", "A tool_result answers no earlier tool_use of the list")
DUPLICATE = Rule("duplicate_result", "error", "A call that was answered before has a further tool_result")


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each such result."""
    run, pairing = facts.run, facts.pairing
    for place in pairing.orphans:
        name = call_named(run, place)
        call = pairing.repeated.get(place)
        if call is None:
            yield WITHOUT_CALL.broken(
                (at(run, place),), f"result {name} without a call: no message before [{place[0]}] holds it"
            )
        else:
            first = pairing.answers[call]
            yield DUPLICATE.broken(
                (at(run, place), at(run, first), at(run, call)),
                f"duplicate result {name} at [{place[0]}].{place[1]}: [{first[0]}].{first[1]} answered the call at "
                f"[{call[0]}].{call[1]} before",
            )


CHECK = Check((WITHOUT_CALL, DUPLICATE), find)
