"""Aligned steps in words: what differs, masked, with links into both runs."""

import msgspec
from conftest import sample
from messages import call, model, run_of, user

from viewer.analysis.compare import compare
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.ui.compare_rows import PAGE, difference_lines, page_of, payload, shown_rows
from viewer.ui.run_segments import segments_text

REFUND, FAILS = sample("refund/refund.json"), sample("refund/policy_lookup_fails.json")
FOUND = compare(REFUND, FAILS)
ROWS = payload(REFUND, FAILS, FOUND, [0, 1, 2, 3])["rows"]


def _renamed(run: Run, run_id: str) -> Run:
    return msgspec.structs.replace(run, run_id=run_id)


def test_the_first_difference_is_marked_and_the_steps_stand_side_by_side() -> None:
    assert [row["parting"] for row in ROWS] == [False, False, True, False]
    assert segments_text(ROWS[2]["mark"]) == "≠ other tools · first difference"
    assert segments_text(ROWS[2]["left"]).startswith("[5] issue_refund")
    assert segments_text(ROWS[2]["right"]).startswith("[5] open_case")
    assert "in 2,690" in segments_text(ROWS[2]["left"])
    assert "in —" in segments_text(ROWS[1]["left"])


def test_another_result_of_the_same_call_is_told_with_links_into_both_runs() -> None:
    (line,) = ROWS[1]["differences"]
    assert segments_text(line) == "other result of lookup_policy: [4].0 | [4].0"
    pages = [one["page"] for one in line if isinstance(one, dict) and "page" in one]
    assert pages == [f"run?run={run_key(REFUND)}&msg=4", f"run?run={run_key(FAILS)}&msg=4"]


def test_replies_with_other_words_are_the_same_step() -> None:
    assert segments_text(ROWS[3]["mark"]) == "= same · other words"


def test_arguments_are_told_with_their_path_and_credentials_stay_masked() -> None:
    left = run_of(user("a"), model(call("x", amount=1, password="hunter22x")))
    right = run_of(user("a"), model(call("x", amount=2, password="hunter33y")))
    lines = [segments_text(line) for line in difference_lines(compare(left, right).rows[0].arguments)]
    assert lines[0] == "bash.amount: 1 → 2"
    assert "hunter" not in lines[1]


def test_very_many_arguments_are_counted() -> None:
    left, right = (
        run_of(user("a"), model(call("x", **{f"n{number}": number + add for number in range(50)}))) for add in (0, 1)
    )
    lines = difference_lines(compare(left, right).rows[0].arguments)
    assert segments_text(lines[-1]) == "and 30 more arguments"


def test_only_what_differs_and_the_page_of_the_first_difference() -> None:
    assert shown_rows(FOUND, only_different=True) == [2]
    same = [part for number in range(PAGE + 10) for part in (user("a"), model(call(f"c{number}", n=number)))]
    left = run_of(*same, user("a"), model(call("z", n=1)))
    right = run_of(*same, user("a"), model(call("z", n=2)))
    found = compare(left, right)
    assert found.first_divergence == PAGE + 10
    assert page_of(found, shown_rows(found, only_different=False)) == 2
    assert page_of(found, shown_rows(found, only_different=True)) == 1
    assert page_of(compare(left, _renamed(left, "copy")), [0]) == 1
