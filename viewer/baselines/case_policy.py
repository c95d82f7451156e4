"""The policy for the runs of a case: the policy file, what it says of the case, then what `cases.jsonl` says."""

from dataclasses import replace
from typing import Any

from viewer.analysis.policy import Policy
from viewer.baselines.cases import Case
from viewer.policy_file import Policies


def policy_of(policies: Policies, case_id: str | None, case: Case | None) -> Policy:
    """The policy that counts; the file of cases wins, since it is written for the case."""
    policy = policies.of_case(case_id)
    if case is None:
        return policy
    told: dict[str, Any] = {}
    for name in ("max_calls", "max_requests", "max_writes", "read_before_write"):
        value = getattr(case, name)
        if value is not None:
            told[name] = value
    for name in ("required", "required_order"):
        if name in case.model_fields_set:
            told[name] = getattr(case, name)
    for name in ("write_tools", "allowed_stop_reasons"):
        value = getattr(case, name)
        if value is not None:
            told[name] = frozenset(value)
    if case.asks_for_no_tool:
        told["expect_zero_tools"] = True
    return replace(policy, **told)
