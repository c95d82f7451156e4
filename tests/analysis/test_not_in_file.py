"""What the file does not say (R13, R22–R23, R27–R28, T3, T9; hard case 34)."""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.not_in_file import NotInFile, not_in_file
from viewer.model.run import Run


def _gaps(run: Run) -> dict[str, NotInFile]:
    return {gap.what: gap for gap in not_in_file(run)}


def test_missing_request_fields_are_named_with_what_that_means() -> None:
    gaps = _gaps(sample("refund/refund.json"))
    assert gaps["system prompt"].status == "absent"
    assert gaps["system prompt"].note == "not stored; the rules the model followed are missing here"
    assert {"tool schemas", "request parameters", "timing"} <= gaps.keys()


def test_recorded_request_fields_and_times_are_no_gap() -> None:
    gaps = _gaps(sample("order_status/order_status.json"))
    assert {"system prompt", "tool schemas", "request parameters", "timing"}.isdisjoint(gaps)


def test_the_request_without_a_size_is_named_and_only_that() -> None:
    gaps = _gaps(sample("refund/refund.json"))
    assert "input tokens of request 2" in gaps
    assert "output tokens of every request" in gaps


def test_gaps_in_sizes_are_named_by_ranges() -> None:
    sized = {"usage": {"input_tokens": 5, "output_tokens": 1}}
    messages = [user("a"), model("b", **sized)]
    for _ in range(3):
        messages += [user("c"), model("d")]
    messages += [user("e"), model("f", **sized), user("g"), model("h")]
    assert "input and output tokens of requests 2–4, 6" in _gaps(run_of(*messages))


def test_an_empty_thinking_block_is_never_called_no_thinking() -> None:
    gaps = _gaps(sample("wrong_account/wrong_account.json"))
    note = gaps["text of 1 thinking block"].note
    assert "no text was returned" in note and "the stored list cannot say which" in note
    assert gaps["text of 1 encrypted thinking block"].status == "absent"
    assert "thinking" not in gaps


def test_a_run_without_thinking_blocks_leaves_thinking_unknowable() -> None:
    gap = _gaps(sample("refund/refund.json"))["thinking"]
    assert gap.status == "unknowable"
    assert "does not tell whether the model thought" in gap.note


def test_calls_issued_together_are_not_claimed_to_have_run_in_parallel_or_in_order() -> None:
    gap = _gaps(sample("refund/refund.json"))["overlap of calls issued together"]
    assert gap.status == "unknowable"
    alone = run_of(user("go"), model(call("a")), user(result("a")))
    assert "overlap of calls issued together" not in _gaps(alone)


def test_results_without_a_flag_are_not_called_successes() -> None:
    gap = _gaps(sample("refund/refund.json"))["error flag of 4 of 4 tool results"]
    assert gap.note == "no flag is recorded, which is not the same as no error"


def test_intent_and_retries_are_unknowable_from_any_list() -> None:
    gaps = _gaps(sample("refund/refund.json"))
    assert gaps["intent"].status == gaps["retries inside a tool"].status == "unknowable"


def test_a_run_without_a_verdict_says_so() -> None:
    assert "outcome" in _gaps(run_of(user("a"), model("b")))
    assert "outcome" not in _gaps(sample("refund/refund.json"))
