"""What all checks say of one run: invariants under its case's policy, and findings on how it was recorded."""

from dataclasses import dataclass
from typing import Literal

from viewer.analysis.checks.registry import findings
from viewer.analysis.evidence.unread_write import UNREAD_WRITE, unread_writes
from viewer.analysis.invariants.registry import INVARIANTS, invariant_results
from viewer.analysis.invariants.result import CheckResult, passed
from viewer.analysis.pairing import Pairing, pair
from viewer.analysis.policy import Policy
from viewer.analysis.run_path import RunPath, run_path
from viewer.baselines.case_policy import policy_of
from viewer.baselines.cases import Case, case_of
from viewer.model.block import ToolUse
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.policy_file import Policies

WithPath = Literal["whole", "digests", "no"]


@dataclass(frozen=True)
class CheckedRun:
    """A run, its results and its path: small enough to cross a process border."""

    source: str
    run_id: str
    key: str
    case: str | None
    model: str
    problems: int
    requests: int
    calls: int
    """Of client tools."""
    started_at: str | None
    results: tuple[CheckResult, ...]
    path: RunPath | None
    """None: it was not asked for."""
    line: bytes | None = None
    """Its JSON line, where it was asked for in place of all results; then `results` holds the errors only."""

    @property
    def violations(self) -> tuple[CheckResult, ...]:
        """What counts: broken rules of severity error."""
        return tuple(one for one in self.results if one.result == "violation" and one.severity == "error")

    @property
    def violated_invariants(self) -> tuple[str, ...]:
        """Sentences on what stands against taking this run as a baseline."""
        own = {one.code for one in INVARIANTS} | {UNREAD_WRITE.code}
        return tuple(f"{one.code}: {one.text}" for one in self.violations if one.code in own)


def checked_run(run: Run, policies: Policies, cases: dict[str, Case], with_path: WithPath = "whole") -> CheckedRun:
    """Check one run, without its sub-runs.

    Args:
        run: the run.
        policies: what is declared.
        cases: by id.
        with_path: `digests` is as much as drift needs.
    """
    case = case_of(run.attributes, run.label)
    policy = policy_of(policies, case, None if case is None else cases.get(case))
    pairing = pair(run.messages)
    path = None if with_path == "no" else run_path(run, policy.rules)
    return CheckedRun(
        run.source.uri,
        run.run_id,
        run_key(run),
        case,
        ", ".join(run.models),
        len(run.problems),
        len(run.requests),
        sum(
            type(block) is ToolUse and block.executed_by != "provider"
            for request in run.requests
            for block in run.messages[request.message_index].blocks
        ),
        run.started_at,
        (*policy_results(run, policy, pairing), *_recorded(run, pairing)),
        path if path is None or with_path == "whole" else path.without_arguments(),
    )


_NO_READ_REQUIRED = CheckResult(
    UNREAD_WRITE.code, UNREAD_WRITE.severity, "not_evaluated", reason="no write is said to require a read"
)


def policy_results(run: Run, policy: Policy, pairing: Pairing) -> tuple[CheckResult, ...]:
    """What the invariants say, and whether every write came after the reads that it requires."""
    return (*invariant_results(run, policy, pairing), *_required_reads(run, policy, pairing))


def _required_reads(run: Run, policy: Policy, pairing: Pairing) -> tuple[CheckResult, ...]:
    code, severity = UNREAD_WRITE.code, UNREAD_WRITE.severity
    if policy.strict:
        return ()
    if not policy.requires:
        return (_NO_READ_REQUIRED,)
    found = tuple(unread_writes(run, policy, pairing))
    if not found:
        return (passed(code, severity),)
    return tuple(CheckResult(code, severity, "violation", one.positions, one.text) for one in found)


def _recorded(run: Run, pairing: Pairing) -> tuple[CheckResult, ...]:
    return tuple(
        CheckResult(one.code, one.severity, "violation", one.positions, one.text) for one in findings(run, pairing)
    )
