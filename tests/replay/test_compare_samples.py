"""One sample beside the original."""

from bundles import refund_bundle
from replayed import POLICY, REFUND, asking, refunding, saying

from viewer.replay.compare_runs import original_run
from viewer.replay.compare_samples import SampleFacts, sample_facts
from viewer.replay.send_results import Sample

ORIGINAL = original_run(refund_bundle())


def _facts(sample: Sample) -> SampleFacts:
    return sample_facts("anthropic_messages", sample, ORIGINAL)


def test_a_sample_that_does_the_same_is_the_same_in_all_its_steps() -> None:
    made = _facts(refunding("control", 2))
    assert (made.arm, made.sample, made.same_tools, made.same_arguments) == ("control", 2, True, True)
    assert (made.compared_steps, made.other_steps, made.alignment.first_divergence) == (2, 0, None)
    assert made.recorded_answers == 1
    assert [step.tools for step in made.steps] == [("issue_refund",), ()]


def test_other_arguments_are_told_by_path() -> None:
    call = ("r1", "issue_refund", {"order_id": "4471", "amount_cents": 100})
    made = _facts(asking("swapped", 1, call))
    assert (made.same_tools, made.same_arguments) == (True, False)
    assert [(one.tool, one.path, one.before, one.after) for one in made.arguments] == [
        ("issue_refund", "amount_cents", 8900, 100)
    ]
    assert made.alignment.rows[0].change == "arguments"


def test_a_sample_that_was_stopped_is_compared_with_as_many_steps_as_it_has() -> None:
    stopped = _facts(asking("swapped", 1, REFUND))
    assert (stopped.compared_steps, stopped.other_steps) == (1, 0)
    ended = _facts(saying("swapped", 1, "No."))
    assert (ended.compared_steps, ended.other_steps) == (2, 1)
    assert (ended.same_tools, ended.arguments) == (False, ())


def test_calls_issued_together_are_compared_without_order() -> None:
    one = _facts(asking("swapped", 1, POLICY, REFUND))
    assert one.same_tools is False
    assert one.steps[0].tools == ("lookup_policy", "issue_refund")


def test_words_are_compared_line_by_line() -> None:
    original = "\n".join(
        block.text for block in ORIGINAL.messages[0].blocks if hasattr(block, "text") and block.text is not None
    )
    made = _facts(saying("swapped", 1, "Something else."))
    assert made.likeness is not None
    assert made.likeness < 1
    assert "+Something else." in made.text_diff
    if original:
        assert _facts(saying("swapped", 1, original)).text_diff == ()


def test_calls_that_need_a_live_tool_are_named() -> None:
    made = _facts(asking("swapped", 1, POLICY))
    assert [one.tool for one in made.live_calls] == ["lookup_policy"]
