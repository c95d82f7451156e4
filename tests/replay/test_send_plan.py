"""What is refused before anything is sent, and what a plan says."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from bundles import bundled, refund_bundle
from messages import call, model, result, run_of, user

from viewer.replay.bundle import Bundle, original_request
from viewer.replay.send_endpoints import CannotSend, Endpoint
from viewer.replay.send_plan import SendOptions, bundle_hash, plan, with_results
from viewer.replay.send_results import Results, Sample
from viewer.replay.swap import Replacement

ENDPOINT = Endpoint("e", "anthropic_messages", "https://x.example", None, {}, Decimal("0.001"), Decimal("0.01"))
GIVEN = SendOptions(samples=2, model="m", max_tokens=50)


def _bundle(**head: Any) -> Bundle:
    run = run_of(user("go"), model(call("a")), user(result("a")), model("done"), **head)
    return bundled(run, Replacement(2, 0, "down"))


def test_the_control_is_the_request_as_it_was_and_goes_first_in_turn() -> None:
    bundle = _bundle(model="m", max_tokens=9)
    made = plan(bundle, ENDPOINT, SendOptions(samples=2))
    assert made.requests == {"control": original_request(bundle), "swapped": bundle.request}
    assert made.todo == (("control", 1), ("swapped", 1), ("control", 2), ("swapped", 2))
    assert (made.cost.requests, made.done, made.head.model, made.head.set) == (4, 0, "m", {})
    alone = plan(bundle, ENDPOINT, SendOptions(samples=2, control=False))
    assert alone.todo == (("swapped", 1), ("swapped", 2))


def test_model_and_limit_given_for_the_replay_hold_in_both_arms_and_are_kept() -> None:
    made = plan(_bundle(model="m", max_tokens=9), ENDPOINT, SendOptions(model="n", max_tokens=7))
    assert [(one["model"], one["max_tokens"]) for one in made.requests.values()] == [("n", 7)] * 2
    assert made.head.set == {"model": "n", "max_tokens": 7}


def test_the_cost_counts_each_arm_by_its_own_size() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a", "x" * 4000)), model("done"))
    bundle = bundled(run, Replacement(2, 0, "down"))
    both = plan(bundle, ENDPOINT, GIVEN).cost
    alone = plan(bundle, ENDPOINT, replace(GIVEN, control=False)).cost
    assert both.input_tokens > alone.input_tokens + 900
    assert both.dollars is not None
    assert alone.dollars is not None
    assert both.dollars > 4 * alone.dollars


def test_what_a_results_file_holds_is_not_sent_again() -> None:
    made = plan(_bundle(), ENDPOINT, GIVEN)
    done = [Sample(arm=arm, sample=1, stop="ended", steps=[], started_at="") for arm in ("swapped", "control")]
    rest = with_results(made, Results(head=made.head, samples=done, failures=[]))
    assert (rest.todo, rest.done, rest.cost.requests) == ((("control", 2), ("swapped", 2)), 2, 2)
    more = plan(_bundle(), ENDPOINT, replace(GIVEN, samples=3), Results(head=made.head, samples=done, failures=[]))
    assert len(more.todo) == 4


def test_samples_of_something_else_are_not_gone_on_with() -> None:
    made = plan(_bundle(), ENDPOINT, GIVEN)
    results = Results(head=made.head, samples=[], failures=[])
    with pytest.raises(CannotSend, match="another bundle"):
        plan(refund_bundle(), ENDPOINT, GIVEN, results)
    with pytest.raises(CannotSend, match=r"another model \('m'\)"):
        plan(_bundle(), ENDPOINT, replace(GIVEN, model="n"), results)


@pytest.mark.parametrize(
    ("head", "options", "reason"),
    [
        ({}, SendOptions(), "names no model: give one"),
        ({"model": "m"}, SendOptions(), "no max_tokens, which this API needs"),
        ({}, replace(GIVEN, samples=0), "samples are 1 to 1,000"),
        ({}, replace(GIVEN, concurrency=0), "at least 1"),
        ({}, replace(GIVEN, max_cost=Decimal("0.01")), "is over the limit of"),
        (
            {"tools": [{"type": "web_search_20250305", "name": "web_search"}], "container": "c"},
            replace(GIVEN, server_tools=frozenset({"web_search"})),
            r"the provider would run: container\. .*--allow-server-tool container",
        ),
    ],
)
def test_a_bundle_that_must_not_be_sent_is_refused_with_the_reason(
    head: dict[str, Any], options: SendOptions, reason: str
) -> None:
    with pytest.raises(CannotSend, match=reason):
        plan(_bundle(**head), ENDPOINT, options)


def test_a_provider_run_tool_is_sent_where_it_is_allowed_by_name() -> None:
    bundle = _bundle(tools=[{"type": "web_search_20250305", "name": "web_search"}])
    with pytest.raises(CannotSend, match="provider would run: web_search"):
        plan(bundle, ENDPOINT, GIVEN)
    made = plan(bundle, ENDPOINT, replace(GIVEN, server_tools=frozenset({"web_search", "other"})))
    assert made.head.server_tools == ["web_search"]


def test_another_protocol_and_a_bundle_that_was_touched_are_refused() -> None:
    with pytest.raises(CannotSend, match="takes openai_chat"):
        plan(_bundle(), replace(ENDPOINT, protocol="openai_chat"), GIVEN)
    touched = _bundle().model_copy(update={"unchanged_hash": "0"})
    with pytest.raises(CannotSend, match="does not pass its check: the request was changed"):
        plan(touched, ENDPOINT, GIVEN)


def test_a_limit_of_cost_needs_a_price() -> None:
    endpoint = replace(ENDPOINT, input_dollars=None, output_dollars=None)
    with pytest.raises(CannotSend, match="no price of this model is known"):
        plan(_bundle(), endpoint, replace(GIVEN, max_cost=Decimal(1), model="own-model-7"))
    assert plan(_bundle(), endpoint, replace(GIVEN, model="own-model-7")).cost.dollars is None


def test_the_same_swap_made_again_goes_on_with_the_same_samples_and_another_does_not() -> None:
    made = refund_bundle()
    again = made.model_copy(update={"created_at": "2027-01-01", "author": "Bob", "reason": "again"})
    assert bundle_hash(again) == bundle_hash(made)
    assert bundle_hash(refund_bundle("other")) != bundle_hash(made)
    assert bundle_hash(refund_bundle(is_error=None)) != bundle_hash(made)
