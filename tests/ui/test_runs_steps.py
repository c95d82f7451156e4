from rows import run_row

from viewer.analysis.steps import step_histogram
from viewer.ui.runs_steps import said, table


def test_the_sentence_counts_what_the_chart_leaves_out() -> None:
    agents = [run_row("a", model_requests=3), run_row("b", model_requests=0), run_row("c", ending="censored")]
    made = said(step_histogram((row.label, row.model_requests) for row in agents), agents, sub_runs=2)
    assert made == (
        "n = 2 runs, 1 step a bar; 1 censored, so that their steps are lower bounds; "
        "1 without a request left out; 2 runs of sub-agents left out"
    )


def test_the_table_behind_the_chart_holds_every_run_of_it() -> None:
    histogram = step_histogram([("a", 3), ("a", 3), (None, 4)])
    made = table(histogram)
    assert made["runs"].sum() == histogram.n
    assert made.to_dict("list") == {"steps": ["3", "4"], "label": ["a", "no label"], "runs": [2, 1]}
