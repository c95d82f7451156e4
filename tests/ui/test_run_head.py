import pytest
from conftest import SAMPLES, sample
from run_page_steps import page_of

from viewer import load
from viewer.model.run import walk
from viewer.ui.run_facts import branch_run, derived
from viewer.ui.run_head import _facts_line, _parent, head_rows
from viewer.ui.run_segments import segments_text


def test_the_first_line_holds_the_counts_of_the_run() -> None:
    run = sample("refund/refund.json")
    line = segments_text(_facts_line(derived(run, "k"), run))
    assert line == (
        "refund · claude-sonnet-5 · 4 steps · 8 messages · 4 calls · 0 errors · outcome success · id refund-4471"
    )


def test_steps_on_branches_are_told_apart() -> None:
    run = sample("claude_code/left_path.jsonl")
    assert "5 steps (2 of them on branches)" in segments_text(_facts_line(derived(run, "k"), run))


def test_a_sub_run_leads_back_to_its_call() -> None:
    source = next(one for one in load.sources([SAMPLES]) if one.name == "sub_agents/order_survey.jsonl")
    sub = walk(load.runs(source)[0])[1]
    line = _parent(sub)
    buttons = [segment for segment in line if isinstance(segment, dict) and segment.get("do") == "parent"]
    assert buttons[0]["text"] == "back to its call at [1]"
    assert buttons[0]["value"]["message"] == 1


def test_the_head_of_a_branch_leads_back_to_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.ui.run_head.source_segments", lambda run, key: [])
    monkeypatch.setattr("viewer.ui.run_head._neighbours", lambda facts: [])
    run = sample("claude_code/left_path.jsonl")
    rows = dict(head_rows(derived(branch_run(run, 1), "k"), run, None))
    assert {"do": "main", "value": 0, "text": "back to the main list"} in rows["branch"]
    assert segments_text(rows["not in this file"]).startswith("(system prompt)")


def test_the_head_is_drawn_whatever_list_the_session_had_open(monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, SAMPLES / "broken" / "unread_record.json")
    for name in ("findings", "problems", "nothing"):
        app.session_state["run_head_open"] = name
        app.run()
        assert not app.exception
