"""All that the Run page derives from a run, worked out once a version of its source."""

from dataclasses import dataclass
from functools import cached_property

import msgspec
import streamlit as st

from viewer import load
from viewer.analysis.checks.finding import Finding
from viewer.analysis.checks.registry import findings
from viewer.analysis.context import Visible, visible
from viewer.analysis.control import Control, control
from viewer.analysis.not_in_file import NotInFile, not_in_file
from viewer.analysis.pairing import Pairing, pair
from viewer.analysis.policy import Policy
from viewer.analysis.provenance.where import Provenance
from viewer.analysis.requests import RequestView, request_views
from viewer.analysis.summary import Summary, summary
from viewer.analysis.tokens import SizeChange, TokenGrowth, growth_of
from viewer.baselines.case_policy import policy_of
from viewer.baselines.cases import case_of
from viewer.baselines.checked_run import policy_results
from viewer.errors import RunFileError
from viewer.model.hashes import key_of, run_key
from viewer.model.request import Request
from viewer.model.run import Run
from viewer.ui import check_inputs

KEPT = 6
"""Runs whose facts are kept. They hold the run itself, so few."""


@dataclass(frozen=True)
class RunFacts:
    """A run with its derived facts; one object for all sessions, so nothing changes it."""

    run: Run
    key: str
    """The run's key; of a branch, with its number."""
    pairing: Pairing
    visible: tuple[Visible, ...]
    control: tuple[Control, ...]
    requests: dict[int, Request]
    """By the index of their message."""
    findings: tuple[Finding, ...]
    severities: dict[int, set[str]]
    """Severities of the findings at a message."""
    policy_words: str = ""
    """Of the policy and cases under which invariants stand among the findings; empty: none is declared."""

    @cached_property
    def views(self) -> tuple[RequestView, ...]:
        """Each request and its difference; only where one is shown, since a long run's take a while."""
        return request_views(self.run)

    @cached_property
    def growth(self) -> TokenGrowth:
        """Sizes of the requests."""
        return growth_of(self.views)

    @cached_property
    def counts(self) -> Summary:
        """Steps, calls, errors, turns."""
        return summary(self.run, self.pairing)

    @cached_property
    def gaps(self) -> tuple[NotInFile, ...]:
        """What a run could hold and this one does not."""
        return not_in_file(self.run)

    @cached_property
    def provenance(self) -> Provenance:
        """The run's text to look values up in, made once."""
        return Provenance(self.run)

    @cached_property
    def changes(self) -> dict[int, SizeChange]:
        """The difference that each request (k) makes to the last recorded size before it."""
        return {change.to_k: change for change in self.growth.changes}


def facts_of(run: Run, branch: int = 0) -> RunFacts:
    """The facts of a run, or of one of its branches (from 1)."""
    key = run_key(run) + (f"-{branch}" if branch else "")
    policy, words = _declared(run)
    return _facts(key, run.source.uri, run.source.version, branch, words, run, policy)


def _declared(run: Run) -> tuple[Policy | None, str]:
    """What is declared for the run's case, and a word for it; nothing where a file cannot be read: Checks says why."""
    try:
        given = check_inputs.declared()
    except RunFileError:
        return None, ""
    if given.policy_name is None and given.cases_name is None:
        return None, ""
    case = case_of(run.attributes, run.label)
    return policy_of(given.policies, case, None if case is None else given.cases.get(case)), given.words


@st.cache_resource(show_spinner=False, max_entries=KEPT)
def _facts(key: str, uri: str, version: str, branch: int, words: str, _run: Run, _policy: Policy | None) -> RunFacts:
    with load.collector_paused():
        return derived(branch_run(_run, branch) if branch else _run, key, _policy, words)


def derived(run: Run, key: str, policy: Policy | None = None, policy_words: str = "") -> RunFacts:
    """The facts, worked out; under a policy with the invariants that the run breaks among its findings."""
    pairing = pair(run.messages)
    found = findings(run, pairing)
    if policy is not None:
        found = (*_broken(run, policy, pairing), *found)
    severities: dict[int, set[str]] = {}
    for finding in found:
        for position in finding.positions:
            severities.setdefault(position.message_index, set()).add(finding.severity)
    return RunFacts(
        run,
        key,
        pairing,
        visible(run, pairing),
        control(run),
        {request.message_index: request for request in run.requests},
        found,
        severities,
        policy_words,
    )


def _broken(run: Run, policy: Policy, pairing: Pairing) -> tuple[Finding, ...]:
    return tuple(
        Finding(one.code, one.severity, one.positions, one.text)
        for one in policy_results(run, policy, pairing)
        if one.result == "violation" and one.severity != "info"
    )


def branch_run(run: Run, number: int) -> Run:
    """A branch (from 1) as a run to read: the messages it shares with the main list, then its own."""
    branch = run.branches[number - 1]
    shared = run.messages[: branch.at + 1]
    requests = tuple(request for request in run.requests if request.message_index <= branch.at)
    return msgspec.structs.replace(
        run, messages=shared + branch.messages, requests=requests + branch.requests, branches=(), problems=()
    )


def parent_key(run: Run) -> str | None:
    """The key of the run that started this one; None: no run of this source did."""
    return key_of(run.source.name, run.parent.run_id) if run.parent is not None and run.parent.in_source else None
