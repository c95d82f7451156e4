"""All evidence checks, and what they find in a run."""

from viewer.analysis.checks.check import Rule
from viewer.analysis.checks.finding import Finding
from viewer.analysis.evidence import empty_lookup, unread_id, unread_write
from viewer.analysis.evidence.facts import Evidence

RULES: tuple[Rule, ...] = (unread_write.UNREAD_WRITE, empty_lookup.AFTER_EMPTY, unread_id.UNREAD_ID)


def evidence_findings(facts: Evidence) -> tuple[Finding, ...]:
    """What the evidence checks find, in the order of the messages."""
    found = [*unread_write.find(facts), *empty_lookup.find(facts), *unread_id.find(facts)]
    return tuple(sorted(found, key=lambda finding: finding.positions[0].message_index))
