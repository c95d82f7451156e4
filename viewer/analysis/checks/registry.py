"""All checks, and the findings of a run."""

from viewer.analysis.checks import (
    alternation,
    ambiguous_ids,
    call_never_answered,
    interleaved_reply,
    late_result,
    list_ends,
    narrowed_context,
    result_without_call,
    stated_totals,
    stop_reason_mismatch,
    stored_request,
    text_before_results,
    unlinked_sub_run,
    unread_records,
)
from viewer.analysis.checks.check import Check, Facts, Rule
from viewer.analysis.checks.finding import Finding
from viewer.analysis.pairing import Pairing, pair
from viewer.model.run import Run

CHECKS: tuple[Check, ...] = (
    call_never_answered.CHECK,
    result_without_call.CHECK,
    late_result.CHECK,
    ambiguous_ids.CHECK,
    alternation.CHECK,
    interleaved_reply.CHECK,
    stop_reason_mismatch.CHECK,
    text_before_results.CHECK,
    list_ends.CHECK,
    narrowed_context.CHECK,
    stored_request.CHECK,
    unread_records.CHECK,
    stated_totals.CHECK,
    unlinked_sub_run.CHECK,
)


def rules() -> tuple[Rule, ...]:
    """Every code that a finding may have, in the order of the findings table."""
    return tuple(rule for check in CHECKS for rule in check.rules)


def findings(run: Run, pairing: Pairing | None = None) -> tuple[Finding, ...]:
    """The findings of a run without its sub-runs, in the order of the messages they are about.

    Args:
        run: the run.
        pairing: of its messages, where it is known already.
    """
    facts = Facts(run, pair(run.messages) if pairing is None else pairing)
    found = [finding for check in CHECKS for finding in check.find(facts)]
    return tuple(sorted(found, key=_first_message))


def _first_message(finding: Finding) -> int:
    return min((position.message_index for position in finding.positions), default=-1)
