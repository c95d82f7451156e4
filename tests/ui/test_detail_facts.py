from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.tokens import token_growth
from viewer.model.run import Run
from viewer.ui.detail_facts import change_segments, message_facts, message_title
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text


def facts_of(run: Run, index: int) -> dict[str, str]:
    return {slot: segments_text(line) for slot, line in message_facts(derived(run, "k"), run.messages[index])}


def test_message_three_of_the_refund_run_in_four_facts_visible_first() -> None:
    run = sample("refund/refund.json")
    assert message_title(run.messages[3]) == "assistant message · request 2"
    told = facts_of(run, 3)
    assert list(told)[:4] == ["saw", "is", "by", "control"]
    assert told["saw"].startswith("[0] [1] [2] (derived: 0…n−1)")
    assert "system prompt not stored" in told["saw"]
    assert told["is"] == "text · tool_use lookup_policy"
    assert told["by"] == "the model, request 2 · stop_reason tool_use"
    assert told["control"].startswith("to the loop: ")
    assert told["tokens"].startswith("in — · out — (not recorded)")
    assert told["record"] == "4"


def test_a_size_is_put_on_the_messages_that_paid_for_it() -> None:
    run = sample("refund/refund.json")
    assert "+1,270 ← [1–4] together (since request 1)" in facts_of(run, 5)["tokens"]
    assert "+240 ← [5–6] (since request 3)" in facts_of(run, 7)["tokens"]


def test_calls_of_one_message_are_never_numbered() -> None:
    told = facts_of(sample("refund/refund.json"), 1)["is"]
    assert told == "text · tool_use search_orders ∥ tool_use get_shipment (issued together)"


def test_results_are_of_the_loop_and_say_what_the_next_request_saw() -> None:
    told = facts_of(sample("refund/refund.json"), 2)
    assert told["by"] == "the loop"
    assert told["saw"] == "the next request saw [0] [1] [2] (derived: 0…n−1)"


def test_the_last_message_of_a_list_has_no_next_request() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")))
    assert facts_of(run, 2)["saw"].startswith("no next request is stored")


def test_a_message_of_two_producers_names_both() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a"), "hurry"), model("ok"))
    assert facts_of(run, 2)["by"] == "the loop and the caller"


def test_cache_parts_are_shown_apart() -> None:
    usage = {"input_tokens": 5, "cache_read_input_tokens": 128955, "cache_creation_input_tokens": 1253}
    run = run_of(user("go"), model("ok", usage=usage))
    told = facts_of(run, 1)["tokens"]
    assert told.startswith("in 130,213 (5 at the full rate + 128,955 read from the cache + 1,253 written to it)")


def test_a_finding_stands_at_its_message() -> None:
    run = run_of(user("go"), model(call("a")), user("well?"), model("no"))
    assert "never answered" in facts_of(run, 1)["finding"]


def test_a_decrease_is_not_said_to_be_paid_for() -> None:
    run = run_of(user("a"), model("b", usage={"input_tokens": 9}), user("c"), model("d", usage={"input_tokens": 4}))
    told = segments_text(change_segments(token_growth(run).changes[0]))
    assert told == "−5 though [1–2] came in (since request 1)"
