from viewer.analysis.steps import step_histogram
from viewer.index.query_counts import StepCounts
from viewer.ui.runs_steps import said, table


def test_the_sentence_counts_what_the_chart_leaves_out() -> None:
    counted = StepCounts({(None, 3): 1, (None, 0): 1, (None, 1): 1}, censored=1, sub_runs=2)
    assert said(step_histogram(counted.runs), counted) == (
        "n = 2 runs, 1 step a bar; 1 censored, so that their steps are lower bounds; "
        "1 without a request left out; 2 runs of sub-agents left out"
    )


def test_the_table_behind_the_chart_holds_every_run_of_it() -> None:
    histogram = step_histogram({("a", 3): 2, (None, 4): 1})
    made = table(histogram)
    assert made["runs"].sum() == histogram.n
    assert made.to_dict("list") == {"steps": ["3", "4"], "label": ["a", "no label"], "runs": [2, 1]}
