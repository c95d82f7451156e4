"""The table of samples and the lines of the comparison."""

from bundles import refund_bundle
from replayed import POLICY, REFUND, asking, refunding, results_of, saying

from viewer.replay.compare import compare_replay
from viewer.ui.replay_table import ORIGINAL, comparison_rows, sample_rows, samples_frame
from viewer.ui.run_segments import segments_text

BUNDLE = refund_bundle()
SMALLER = ("r1", "issue_refund", {"order_id": "4471", "amount_cents": 100})
MADE = compare_replay(
    BUNDLE,
    results_of(
        BUNDLE,
        saying("swapped", 1, "No."),
        asking("swapped", 2, POLICY, REFUND),
        asking("swapped", 3, SMALLER),
        refunding("control", 1),
    ),
)


def test_the_original_stands_on_top_and_each_sample_is_aligned_with_its_steps() -> None:
    frame = samples_frame(MADE)
    rows = {row["run"]: row for row in frame.to_dict("records")}
    assert list(rows) == [ORIGINAL, "swapped 1", "swapped 2", "swapped 3", "unswapped 1"]
    steps = {name: (row["step 1"], row["step 2"]) for name, row in rows.items()}
    assert steps[ORIGINAL] == ("issue_refund", "words")
    assert steps["swapped 1"] == ("−", "words")
    assert steps["swapped 2"] == ("≠ lookup_policy ∥ issue_refund", "")
    assert steps["swapped 3"] == ("~ issue_refund", "")
    assert steps["unswapped 1"] == ("issue_refund", "words")
    assert rows["swapped 2"]["stopped"] == "needs live tool: lookup_policy, issue_refund"
    assert [row["steps that differ"] for row in rows.values()] == ["", "1 of 2", "1 of 1", "1 of 1", "0 of 2"]


def test_names_of_tools_are_shown_as_text_that_commands_nothing() -> None:
    hostile = ("r1", "=cmd()\u202e\n![x](http://y)", {})
    made = compare_replay(BUNDLE, results_of(BUNDLE, asking("swapped", 1, hostile)))
    shown = samples_frame(made).iloc[1]
    assert "\u202e" not in shown["step 1"]
    assert "\n" not in shown["stopped"]
    assert "\u202e" not in "".join(segments_text(line) for _, line in comparison_rows(made))


def test_the_sentence_stands_first_and_what_limits_it_last() -> None:
    rows = comparison_rows(MADE)
    assert rows[0] == ("to quote", [{"strong": MADE.sentence}])
    assert "Newcombe" in segments_text(rows[1][1])
    assert [name for name, _ in rows][-1] == "note"


def test_a_sample_tells_its_other_arguments_and_the_live_tools() -> None:
    third = sample_rows(MADE.samples[2])
    assert [segments_text(line) for name, line in third if name == "argument"] == [
        "issue_refund.amount_cents 8900 → 100"
    ]
    assert [name for name, _ in sample_rows(MADE.samples[1])] == ["live tool", "live tool"]
    assert [name for name, _ in sample_rows(MADE.samples[3])] == ["recorded"]
