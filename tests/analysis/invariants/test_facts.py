"""The calls of a run as invariants see them."""

from scripted import run_of, step, use

from viewer.analysis.invariants.facts import PathFacts
from viewer.analysis.pairing import pair
from viewer.analysis.policy import Policy


def facts_of(*steps: object, policy: Policy | None = None) -> PathFacts:
    run = run_of(*steps)  # type: ignore[arg-type]  # steps
    return PathFacts(run, policy or Policy(), pair(run.messages))


def test_calls_keep_their_request_their_id_and_their_result() -> None:
    facts = facts_of(step(use("a"), use("b", answered=False)), step(use("c", fails=True)))
    assert [(call.tool, call.k, call.call_id, call.outcome, call.result) for call in facts.calls] == [
        ("a", 1, "c1", "ok", (2, 0)),
        ("b", 1, "c2", "unanswered", None),
        ("c", 2, "c3", "failed", (4, 0)),
    ]


def test_a_recorder_s_digest_is_the_digest() -> None:
    facts = facts_of(step(use("a", digest={"exact": "e", "normalised": "n"})))
    assert facts.calls[0].exact == "e"


def test_equal_numbers_and_any_order_of_keys_are_one_call() -> None:
    facts = facts_of(step(use("a", x=1, y=2), use("a", y=2.0, x=1.0)))
    assert facts.calls[0].exact == facts.calls[1].exact


def test_a_result_is_visible_to_later_messages_only() -> None:
    facts = facts_of(step(use("a")), step(use("b")))
    assert [facts.saw(call).ranges for call in facts.calls] == [((0, 0),), ((0, 2),)]
