from conftest import sample
from messages import call, model, run_of, user

from viewer.model.run import Run
from viewer.ui.run_facts import derived
from viewer.ui.run_head_lists import LISTS, MOST, list_rows
from viewer.ui.run_segments import segments_text


def rows(run: Run, name: str) -> list[tuple[str, str]]:
    return [(row, segments_text(line)) for row, line in list_rows(name, derived(run, "k"), run)]


def counts(run: Run) -> dict[str, str]:
    facts = derived(run, "k")
    return {name: words for name, count in LISTS.items() if (words := count(facts, run))}


def test_only_lists_that_hold_something_are_offered() -> None:
    assert counts(sample("refund/refund.json")) == {"task": "task"}
    assert counts(sample("broken/unread_record.json"))["problems"] == "1 problem"


def test_a_finding_is_told_with_its_sentence_code_and_position() -> None:
    found = rows(run_of(user("go"), model(call("a")), user("well?"), model("no")), "findings")
    line = next(line for severity, line in found if severity == "error")
    assert "never answered" in line and line.endswith("call_never_answered [1].0 runs like this")


def test_very_many_findings_are_counted() -> None:
    messages = [part for number in range(200) for part in (user("go"), model(call(f"a{number}")))]
    found = rows(run_of(*messages, user("end")), "findings")
    assert len(found) == MOST + 1
    assert found[-1][1].startswith("and ")


def test_the_task_is_marked_as_not_visible_to_the_model() -> None:
    assert rows(sample("refund/refund.json"), "task")[0][1].startswith("not visible to the model")


def test_records_that_were_set_aside_stand_by_kind_and_reason() -> None:
    run = sample("claude_code/left_path.jsonl")
    assert sum(int(line.split(" · ")[1].split(" ")[0]) for _, line in rows(run, "set_aside")) == len(run.set_aside)


def test_sub_runs_name_their_call_or_say_that_none_is_known() -> None:
    found = [line for _, line in rows(sample("sub_agents/order_survey.jsonl"), "sub_runs")]
    assert sum("started at [1]" in line for line in found) == 2
    assert sum("not linked to a call" in line for line in found) == 1


def test_attributes_are_shown_as_text_and_masked() -> None:
    run = run_of(user("go"), model("ok"), note="<b>x</b>", config={"api_key": "abcdef123456"})
    found = dict(rows(run, "attributes"))
    assert found["note"] == "<b>x</b> runs like this"
    assert "abcdef123456" not in found["config"]
