from conftest import SAMPLES, sample
from messages import call, model, result, run_of, user

from viewer import load
from viewer.analysis.policy import Policy
from viewer.model.hashes import run_key
from viewer.model.run import walk
from viewer.ui.run_facts import branch_run, derived, parent_key


def test_findings_are_known_by_their_messages() -> None:
    facts = derived(run_of(user("go"), model(call("a")), user("well?"), model("no")), "k")
    assert "error" in facts.severities[1]
    assert len(facts.visible) == len(facts.control) == 4


def test_growth_is_told_by_the_request_that_it_came_with() -> None:
    facts = derived(sample("refund/refund.json"), "k")
    assert {k: change.tokens for k, change in facts.changes.items()} == {3: 1270, 4: 240}


def test_a_branch_is_read_with_the_messages_that_it_shares() -> None:
    run = sample("claude_code/left_path.jsonl")
    branch = branch_run(run, 1)
    assert branch.messages[: run.branches[0].at + 1] == run.messages[: run.branches[0].at + 1]
    assert len(branch.messages) == run.branches[0].at + 1 + len(run.branches[0].messages)
    assert [message.index for message in branch.messages] == list(range(len(branch.messages)))
    assert len(derived(branch, "k").visible) == len(branch.messages)


def test_a_sub_run_knows_the_key_of_its_parent() -> None:
    source = next(one for one in load.sources([SAMPLES]) if one.name == "sub_agents/order_survey.jsonl")
    parent, *subs = walk(load.runs(source)[0])
    assert {parent_key(sub) for sub in subs} == {run_key(parent)}
    assert parent_key(parent) is None


def test_the_pairing_of_results_is_by_id() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("b"), result("a")), model("done"))
    assert derived(run, "k").pairing.answers == {(1, 0): (2, 1), (1, 1): (2, 0)}


def test_under_a_policy_broken_invariants_stand_among_the_findings() -> None:
    run = sample("refund/refund.json")
    policy = Policy(max_calls=2, write_tools=frozenset({"issue_*"}), requires={"issue_refund": ("ask_manager",)})
    found = derived(run, "k", policy, "words")
    assert [one.code for one in found.findings][:2] == ["too_many_calls", "write_before_required_read"]
    assert "error" in found.severities[5]
    assert derived(run, "k").findings == found.findings[2:]
