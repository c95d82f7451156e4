"""Do ids tell which result answers which call? Where they do not, the pairing says that it is a guess."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, at, call_named, listed

AMBIGUOUS = Rule("ambiguous_ids", "warning", "Calls that are open at once have the same id: paired in order, a guess")
BY_POSITION = Rule("paired_by_position", "info", "Results or calls have no id, so that only their order pairs them")


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for each group of calls with one id, and one for all results without."""
    run, pairing = facts.run, facts.pairing
    for group in pairing.ambiguous:
        messages = listed([f"[{index}]" for index in dict.fromkeys(place[0] for place in group)])
        yield AMBIGUOUS.broken(
            tuple(at(run, place) for place in group),
            f"{len(group)} calls have the same id {call_named(run, group[0])} ({messages}) and were open at once: "
            "they are paired with their results in order, which is a guess",
        )
    places = pairing.by_position
    if places:
        first = f"first at [{places[0][0]}].{places[0][1]}"
        count = "1 result is" if len(places) == 1 else f"{len(places):,} results are"
        yield BY_POSITION.broken(
            tuple([at(run, place) for place in places]),
            f"{count} paired with the nearest open call by position, since no id links them ({first})",
        )


CHECK = Check((AMBIGUOUS, BY_POSITION), find)
