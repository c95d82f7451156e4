from conftest import sample
from messages import model, run_of, user

from viewer.analysis.compare import compare
from viewer.ui.compare_lines import sentence_rows, side_rows, total_rows
from viewer.ui.run_segments import segments_text

REFUND, FAILS = sample("refund/refund.json"), sample("refund/policy_lookup_fails.json")


def test_a_side_is_told_by_what_it_is_with_a_link_to_it() -> None:
    ((name, line),) = side_rows("right", FAILS)
    assert name == "right"
    assert "outcome failure" in segments_text(line)
    assert [one["do"] for one in line if isinstance(one, dict) and "do" in one] == ["change", "swap"]
    assert any(isinstance(one, dict) and str(one.get("page", "")).startswith("run?run=") for one in line)


def test_totals_stand_side_by_side_and_lower_bounds_are_said_to_be() -> None:
    rows = [segments_text(line) for _, line in total_rows(REFUND, FAILS)]
    assert "steps 4 | same" in rows[0]
    assert "failed results 0 | 1" in rows[0]
    assert "input tokens 7,040 | 9,413" in rows[0]
    assert rows[1].startswith("1 | 0 requests record no usage")


def test_what_neither_records_is_left_out_and_what_one_lacks_is_no_zero() -> None:
    one = run_of(user("a"), model("b"))
    other = run_of(user("a"), model("b", usage={"input_tokens": 5}))
    told = segments_text(total_rows(one, other)[0][1])
    assert "input tokens — | 5" in told
    assert "output" not in told


def test_the_first_other_result_is_named_beside_the_first_difference() -> None:
    rows = dict(sentence_rows(compare(REFUND, FAILS)))
    assert segments_text(rows["difference"]).startswith("first difference: step 3 at [5]")
    assert segments_text(rows["results"]).endswith("lookup_policy was answered otherwise, [4].0 | [4].0")
    assert "results" not in dict(sentence_rows(compare(REFUND, REFUND)))
