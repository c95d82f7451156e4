"""Does the list start with the caller and stop after a reply? An empty list has no ends."""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition, Severity

NO_MESSAGES = Rule(
    "no_messages", "error", "No record of the run is a message (less grave where all records were understood)"
)
STARTS_WITH_REPLY = Rule(
    "starts_with_reply", "warning", "The list starts with an assistant message, though the format promises a caller's"
)
ENDS_BEFORE_REPLY = Rule(
    "ends_before_reply", "info", "The list ends before a reply, and no verdict says that this is its end"
)


def find(facts: Facts) -> Iterator[Finding]:
    """At most one finding for each end."""
    run = facts.run
    if not run.messages:
        records = sum(array.count for array in run.records)
        if records:
            severity: Severity = "error" if run.problems else "warning"
            yield NO_MESSAGES.broken((), f"none of the {records:,} records is a message", severity)
        else:
            yield NO_MESSAGES.broken((), "the list is empty", "info")
        return
    first = next((message for message in run.messages if message.role != "system"), None)
    if first is not None and first.role == "assistant" and run.alternates:
        yield STARTS_WITH_REPLY.broken(
            (FindingPosition(first.index),),
            f"the list starts with a reply at [{first.index}]: its input is not stored",
            "info" if len(run.messages) == 1 else None,
        )
    last = run.messages[-1]
    if last.role != "assistant" and run.ending.kind not in ("success", "failure"):
        only = "the only message" if len(run.messages) == 1 else "the last message"
        yield ENDS_BEFORE_REPLY.broken(
            (FindingPosition(last.index),),
            f"no reply follows [{last.index}], {only}: no later request is stored; {run.ending.rule}",
        )


CHECK = Check((NO_MESSAGES, STARTS_WITH_REPLY, ENDS_BEFORE_REPLY), find)
