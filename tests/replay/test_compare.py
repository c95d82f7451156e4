"""The comparison and the sentences that it makes."""

import msgspec
import pytest
from bundles import bundled, one_call, refund_bundle
from replayed import POLICY, REFUND, asking, refunding, results_of, saying

from viewer.replay.compare import Question, compare_replay, figures
from viewer.replay.compare_samples import StepFacts
from viewer.replay.send_results import Failure
from viewer.replay.swap import Replacement

BUNDLE = refund_bundle()


def _seven_of_ten() -> list[object]:
    return [
        *(refunding("swapped", number) for number in range(1, 8)),
        *(asking("swapped", number, POLICY) for number in range(8, 11)),
        *(asking("control", number, POLICY, REFUND) for number in range(1, 11)),
    ]


def test_a_review_can_quote_what_the_user_asked_to_count() -> None:
    made = compare_replay(
        BUNDLE, results_of(BUNDLE, *_seven_of_ten()), Question("issue_refund", without=("lookup_policy",))
    )
    assert made.sentence == (
        "7 of 10 swapped and 0 of 10 unswapped samples asked for issue_refund without lookup_policy"
    )
    assert figures(made.question) == (
        "swapped 70 % (40 % to 89 %), unswapped 0 % (0 % to 28 %), difference 70 points (29 to 89)"
    )
    assert made.question.original is True
    assert "Wilson" in made.intervals
    assert "Newcombe" in made.intervals


def test_by_default_the_largest_difference_in_tools_asked_for_first_is_counted_and_said_to_be() -> None:
    samples = [
        asking("swapped", 1, POLICY),
        asking("swapped", 2, POLICY),
        refunding("control", 1),
        refunding("control", 2),
    ]
    made = compare_replay(BUNDLE, results_of(BUNDLE, *samples))
    assert made.sentence in (
        "0 of 2 swapped and 2 of 2 unswapped samples asked for issue_refund first",
        "2 of 2 swapped and 0 of 2 unswapped samples asked for lookup_policy first",
    )
    assert any("largest of 3 differences" in note and "too narrow" in note for note in made.notes)


def test_words_alone_count_as_no_tool() -> None:
    made = compare_replay(BUNDLE, results_of(BUNDLE, saying("swapped", 1, "Sorry."), refunding("control", 1)))
    assert made.swapped.first_tools[""].count == 1
    assert Question(None, first=True).holds((StepFacts((), "Sorry."),))


def test_a_control_that_repeats_the_original_is_said_to() -> None:
    made = compare_replay(BUNDLE, results_of(BUNDLE, saying("swapped", 1, "x"), refunding("control", 1)))
    assert made.control_sentence.startswith("the control reproduces the original: 1 of 1 unswapped samples")
    assert (made.control.same_tools.count, made.control.same_arguments.count, made.control.same_path.count) == (1, 1, 1)
    assert (made.swapped.same_tools.count, made.swapped.mean_other_steps) == (0, 1.0)


def test_a_control_that_does_not_is_said_not_to() -> None:
    samples = [refunding("swapped", 1), saying("control", 1, "x"), saying("control", 2, "x"), refunding("control", 3)]
    made = compare_replay(BUNDLE, results_of(BUNDLE, *samples))
    assert made.control_sentence.startswith("the control does not reproduce the original: only 1 of 3")


def test_without_a_control_and_without_an_original_it_says_so() -> None:
    made = compare_replay(BUNDLE, results_of(BUNDLE, refunding("swapped", 1)))
    assert "no unswapped ones were taken" in made.sentence
    assert "is not known" in made.control_sentence
    assert made.question.difference.difference is None
    last = one_call("ok")
    alone = bundled(
        msgspec.structs.replace(last, messages=last.messages[:3], requests=last.requests[:1]), Replacement(2, 0, "x")
    )
    none = compare_replay(alone, results_of(alone, saying("swapped", 1, "x"), saying("control", 1, "y")))
    assert "holds no reply to that request" in none.control_sentence
    assert (none.original, none.swapped.same_tools.n, none.question.original) == ((), 0, None)


def test_what_limits_the_claim_is_noted() -> None:
    samples = [refunding("swapped", 1), asking("swapped", 2, POLICY), asking("control", 1, POLICY)]
    failed = Failure(arm="control", sample=2, why="status", text="busy", steps=[], started_at="")
    made = compare_replay(BUNDLE, results_of(BUNDLE, *samples).model_copy(update={"failures": [failed]}))
    told = "; ".join(made.notes)
    assert "2 of 3 samples stopped at a call that needs a live tool: lookup_policy (2)" in told
    assert "1 call was answered by what the run recorded" in told
    assert "1 sample failed" in told
    assert "not equally large: 2 swapped, 1 unswapped" in told
    assert made.control.failed == 1


def test_model_and_parameters_stand_beside_the_figures() -> None:
    made = compare_replay(BUNDLE, results_of(BUNDLE, refunding("swapped", 1)))
    assert (made.model, made.models_answered, made.parameters) == ("m", ("claude-sonnet-4-5",), {"max_tokens": 50})
    assert (made.run_id, made.position, len(made.original)) == (BUNDLE.run.run_id, "[4].0", 2)


@pytest.mark.parametrize(
    ("question", "steps", "holds"),
    [
        (Question("a"), [("b",), ("a",)], True),
        (Question("a"), [("b",)], False),
        (Question("a", first=True), [("b",), ("a",)], False),
        (Question("a", without=("b",)), [("b",), ("a",)], False),
        (Question("a", without=("b",)), [("a",), ("b",)], True),
        (Question("a", without=("b",)), [("a", "b")], False),
        (Question("a", without=("b", "c")), [("d",), ("a",)], True),
        (Question(None, first=True), [()], True),
        (Question(None, first=True), [("a",)], False),
        (Question("a"), [], False),
    ],
)
def test_what_a_question_counts(question: Question, steps: list[tuple[str, ...]], holds: bool) -> None:
    assert question.holds(tuple(StepFacts(tools, "") for tools in steps)) is holds
