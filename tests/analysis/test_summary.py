"""The counts of a run (R6, T2; hard cases 43–45)."""

import msgspec
from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.summary import main_model, summary
from viewer.model.run import Branch, Stated
from viewer.model.usage import Usage


def test_the_refund_run_has_four_requests_four_calls_and_one_unknown_size() -> None:
    counts = summary(sample("refund/refund.json"))
    assert (counts.model_requests, counts.turns, counts.tool_calls, counts.tool_results) == (4, 1, 4, 4)
    assert (counts.requests_without_usage, counts.usage) == (1, Usage(7040, None, None, None))
    assert counts.unanswered_calls == counts.orphan_results == counts.error_results == 0


def test_the_samples_have_the_step_counts_of_the_account() -> None:
    names = ("refund/refund.json", "wrong_account/wrong_account.json", "order_status/order_status.json")
    assert [summary(sample(name)).model_requests for name in names] == [4, 7, 2]


def test_an_error_result_closes_its_call() -> None:
    counts = summary(sample("refund/policy_lookup_fails.json"))
    assert (counts.error_results, counts.unanswered_calls) == (1, 0)


def test_a_branch_counts_and_its_results_may_answer_calls_of_the_main_list() -> None:
    main = run_of(user("go"), model(call("a")), user(result("a")), model("done"))
    other = run_of(user("go"), model(call("a")), user(result("a", "other")), model(call("b")))
    branch = Branch(1, other.messages[2:], other.requests[1:], "left behind")
    counts = summary(msgspec.structs.replace(main, branches=(branch,)))
    assert (counts.model_requests, counts.tool_calls, counts.tool_results) == (3, 2, 2)
    assert (counts.unanswered_calls, counts.orphan_results) == (1, 0)


def test_the_model_is_the_one_of_most_requests() -> None:
    run = run_of(
        user("a"), model("b", model="small"), user("c"), model("d", model="big"), user("e"), model("f", model="big")
    )
    assert main_model(run) == "big"


def test_a_total_that_the_file_states_for_the_run_counts_only_where_no_request_records_any() -> None:
    stated = (Stated("sub-tree", "a", Usage(900)), Stated("run", "b", Usage(70, None, None, 5)))
    bare = msgspec.structs.replace(run_of(user("go"), model("done")), stated=stated)
    assert summary(bare).usage == Usage(70, None, None, 5)
    assert summary(bare).requests_without_usage == 1
    (request,) = bare.requests
    counted = msgspec.structs.replace(bare, requests=(msgspec.structs.replace(request, usage=Usage(60)),))
    assert summary(counted).usage == Usage(60)


def test_a_total_that_holds_sub_agents_too_never_counts() -> None:
    run = msgspec.structs.replace(run_of(user("go"), model("done")), stated=(Stated("sub-tree", "a", Usage(900)),))
    assert summary(run).usage == Usage()
