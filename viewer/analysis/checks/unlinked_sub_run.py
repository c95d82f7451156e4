"""Is each sub-agent's run linked to the call that started it? Those that are not are counted."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, listed

UNLINKED = Rule("unlinked_sub_runs", "warning", "Sub-agents' runs of which the file does not say which call began them")


def find(facts: Facts) -> Iterator[Finding]:
    """One finding for all of them."""
    loose = [
        sub_run for sub_run in facts.run.sub_runs if sub_run.parent is None or sub_run.parent.message_index is None
    ]
    if loose:
        names = listed([sub_run.run_id[:60] for sub_run in loose])
        messages = sum(len(sub_run.messages) for sub_run in loose)
        yield UNLINKED.broken(
            (),
            f"{len(loose)} sub-agent {'run is' if len(loose) == 1 else 'runs are'} not linked to a call: {names} "
            f"({messages:,} messages)",
        )


CHECK = Check((UNLINKED,), find)
