"""Did every request hold the whole list before its reply? The first that did not is named.

Requests that the file stores themselves have a check of their own, `stored_request`.
"""

from collections.abc import Iterator

from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding, FindingPosition

NARROWED = Rule(
    "context_narrowed", "info", "From a request on the model no longer saw messages 0..n-1: compaction, editing, a fork"
)


def find(facts: Facts) -> Iterator[Finding]:
    """The first request that saw less than all messages before its reply."""
    for request in facts.run.requests:
        context, n = request.context, request.message_index
        if context is None or context.status == "recorded":
            continue
        if context.ranges == ((0, n - 1),) or (not n and context.status != "unknown"):
            continue
        if context.status == "unknown":
            saw = f"is unknown: {context.reason}"
        else:
            ranges = ", ".join(f"[{first}–{last}]" if first < last else f"[{first}]" for first, last in context.ranges)
            saw = f"is {ranges or 'nothing'}, {context.status}: {context.rule}"
        yield NARROWED.broken(
            (FindingPosition(n),),
            f"request {request.k}, which [{n}] answers, is the first that did not hold all messages before it: "
            f"what it saw {saw}",
        )
        return


CHECK = Check((NARROWED,), find)
