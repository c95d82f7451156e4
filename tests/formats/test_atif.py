"""ATIF: documents, sub-agents, continuations, totals as stated."""

import json
from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values, sample

from viewer import load
from viewer.analysis.control import control
from viewer.analysis.pairing import pair
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode
from viewer.formats.atif import FORMAT
from viewer.formats.registry import choose
from viewer.model.run import Run
from viewer.model.usage import Usage

SUB_AGENT = "atif/sub_agent_and_compaction.json"
TERMINAL = "atif/terminal_with_summary.json"
COPIED = "atif/continuation_without_metrics.json"


def trajectory(*steps: dict[str, Any], **facts: Any) -> dict[str, Any]:
    numbered = [{"step_id": number, **step} for number, step in enumerate(steps, 1)]
    return {"schema_version": "ATIF-v1.6", "session_id": "s", "agent": {"name": "a"}, "steps": numbered, **facts}


def user(text: str = "go") -> dict[str, Any]:
    return {"source": "user", "message": text}


def agent(message: str = "", **more: Any) -> dict[str, Any]:
    return {"source": "agent", "message": message, **more}


def calls(*ids: str) -> list[dict[str, Any]]:
    return [{"tool_call_id": one, "function_name": "bash", "arguments": {"n": one}} for one in ids]


def results(*pairs: tuple[str | None, str]) -> dict[str, Any]:
    return {"results": [{"source_call_id": one, "content": content} for one, content in pairs]}


def one(value: Any) -> Run:
    (run,) = read_values(value, format="atif")
    return run


def test_cached_tokens_are_taken_out_of_the_prompt() -> None:
    usages = [request.usage for request in sample(SUB_AGENT).requests]
    assert usages == [Usage(276, 1024, None, 40), Usage(90, None, None, 20)]


def test_totals_are_stated_and_not_added_where_they_may_hold_more_than_this_run() -> None:
    run = sample(COPIED)
    assert (run.stated[0].scope, run.stated[0].usage) == ("sub-tree", Usage(2400, None, None, 95))
    assert summary(run).usage == Usage()


def test_totals_of_a_run_alone_count_where_no_step_has_metrics() -> None:
    total = {"total_prompt_tokens": 100, "total_cached_tokens": 60, "total_completion_tokens": 4, "total_steps": 2}
    run = one(trajectory(user(), agent("x"), final_metrics=total))
    assert summary(run).usage == Usage(40, 60, None, 4)
    assert run.stated[0].steps == 2


def test_results_stand_in_the_step_of_their_calls_and_are_a_message_of_the_loop() -> None:
    run = sample(SUB_AGENT)
    assert [message.records for message in run.messages[1:3]] == [(3,), (3,)]
    assert [producer.who for producer in run.messages[2].producers] == ["loop"]


def test_crossed_results_find_their_calls() -> None:
    step = agent(tool_calls=calls("A", "B", "C"), observation=results(("C", "CCC"), ("A", "AAA"), ("B", "BBB")))
    run = one(trajectory(user(), step, agent("done")))
    assert {call[1]: result[1] for call, result in pair(run.messages).answers.items()} == {0: 1, 1: 2, 2: 0}


def test_equal_ids_are_paired_in_order_and_named_ambiguous() -> None:
    step = agent(tool_calls=calls("bash", "bash"), observation=results(("bash", "1"), ("bash", "2")))
    pairing = pair(one(trajectory(user(), step)).messages)
    assert list(pairing.answers.items()) == [((1, 0), (2, 0)), ((1, 1), (2, 1))]
    assert pairing.ambiguous == (((1, 0), (1, 1)),)


def test_a_result_for_a_call_that_is_not_there_is_an_orphan() -> None:
    counts = summary(one(trajectory(user(), agent("x", observation=results(("gone", "r"))))))
    assert (counts.orphan_results, counts.tool_results) == (1, 1)


def test_last_calls_without_results_are_an_open_end() -> None:
    run = one(trajectory(user(), agent(tool_calls=calls("A"))))
    assert (run.ending.kind, summary(run).unanswered_calls) == ("open", 1)


def test_a_finished_run_has_no_verdict() -> None:
    assert one(trajectory(user(), agent("x"))).ending.kind == "unknown"


def test_a_run_that_goes_on_in_another_file_is_open() -> None:
    ending = sample(TERMINAL).ending
    assert ending.kind == "open" and "trajectory.cont-1.json" in ending.rule


def test_an_embedded_sub_agent_is_a_run_under_the_call_that_started_it() -> None:
    archive, spare = sample(SUB_AGENT).sub_runs
    assert archive.parent is not None and spare.parent is not None
    assert (archive.parent.run_id, archive.parent.message_index, archive.parent.tool_use_id) == ("desk-1-main", 1, "c1")
    assert spare.parent.message_index is None
    assert archive.records[0].path == "subagent_trajectories[0].steps"


def test_a_sub_agents_tokens_are_not_its_parents() -> None:
    run = sample(SUB_AGENT)
    assert summary(run).usage.input_tokens == 366
    assert summary(run.sub_runs[0]).usage.input_tokens == 200


def test_a_sub_agent_in_another_file_is_named_with_its_place() -> None:
    assert sample(TERMINAL).notes == (
        "[5] refers to a sub-agent's run term-5-summary in trajectory.summarization-1-summary.json",
    )


def test_trajectories_of_one_file_are_linked_by_their_references() -> None:
    run = sample("atif/several_in_one_file.json")
    assert [sub.run_id for sub in run.sub_runs] == ["c-1"]
    assert (run.records[0].path, run.sub_runs[0].records[0].path) == ("parent.steps", "child.steps")


def test_trajectories_that_refer_to_each_other_are_all_shown() -> None:
    def refer(own: str, other: str) -> dict[str, Any]:
        found = {"results": [{"content": "x", "subagent_trajectory_ref": [{"session_id": other}]}]}
        return trajectory(user(), agent("x", observation=found), session_id=own)

    runs = read_values([refer("a", "b"), refer("b", "a")], format="atif")
    assert [run.run_id for run in runs] == ["a", "b"]


def test_a_file_with_something_else_between_trajectories_is_read_with_a_note() -> None:
    runs = read_values([trajectory(user()), 5], format="atif")
    assert len(runs) == 1 and runs[0].notes == ("[1] holds no trajectory",)


def test_copied_steps_are_set_aside_and_named_in_what_was_visible() -> None:
    run = sample(COPIED)
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(1, "copied history"), (2, "copied history")]
    context = run.requests[0].context
    assert context is not None and context.rule == "0..n-1, after copied steps (2, set aside)"
    assert summary(run).tool_calls == 0


def test_a_step_that_no_model_made_is_no_request_and_its_call_goes_to_the_loop() -> None:
    run = sample(SUB_AGENT)
    assert [producer.who for producer in run.messages[3].producers] == ["loop"]
    assert [request.message_index for request in run.requests] == [1, 6]
    assert control(run)[3].to == "loop"


def test_after_a_compaction_only_the_summary_was_visible() -> None:
    context = sample(SUB_AGENT).requests[1].context
    assert context is not None and (context.status, context.ranges) == ("derived", ((5, 5),))


def test_after_a_summary_of_unknown_reach_what_was_visible_is_unknown() -> None:
    context = sample(TERMINAL).requests[2].context
    assert context is not None and context.status == "unknown"


def test_a_step_of_an_unknown_source_is_a_problem() -> None:
    run = sample(SUB_AGENT)
    assert [problem.record for problem in run.problems] == [7]
    assert unaccounted((run,)) == []


def test_the_model_of_a_step_keeps_the_providers_name_that_the_agent_gives_it() -> None:
    assert [request.model for request in sample(SUB_AGENT).requests] == ["openai/gpt-4.1", "gpt-4.1-mini"]


def test_tools_of_the_agent_and_a_leading_system_step_are_request_fields() -> None:
    (fields,) = sample(SUB_AGENT).request_fields
    assert (fields.system.value, len(fields.tools.value), fields.records) == ("You answer from the archive.", 1, (1,))


@pytest.mark.parametrize("version", ["ATIF-v1.0", "ATIF-v1.8", "1.4"])
def test_every_version_is_claimed(version: str) -> None:
    value = trajectory(user(), agent("x")) | {"schema_version": version}
    chosen, _ = choose(decode(json.dumps(value).encode(), "x"))
    assert chosen is FORMAT


def test_a_file_cut_inside_its_steps_is_open() -> None:
    text = json.dumps(trajectory(user(), agent("x"), user(), agent("y")))
    chosen, view = choose(decode(text[:-30].encode(), "cut.json"))
    (run,) = chosen.read(view)
    assert run.ending.kind == "open"


def test_every_run_of_the_samples_is_accounted_for() -> None:
    for source in load.sources([SAMPLES / "atif"]):
        assert unaccounted(load.runs(source)) == []


def test_the_verdict_of_a_trial_stands_in_the_file_above() -> None:
    (source,) = load.sources([SAMPLES / "atif" / "trial"])
    (run,) = load.runs(source)
    assert (run.outcome, run.ending.kind, run.task) == ("success", "success", "mend-pump")
    assert run.attributes["trial"]["trial_name"] == "mend-pump__Ab12"
    assert run.started_at == "2026-03-02T08:01:00", "of the first step, not of the machine that was set up for it"


def test_trajectories_on_lines_are_a_run_each() -> None:
    line = {"schema_version": "ATIF-v1.5", "agent": {}, "steps": [{"step_id": 1, "source": "agent", "message": "a"}]}
    runs = read_values({**line, "session_id": "a"}, {**line, "session_id": "b"}, lines=True)
    assert [(run.run_id, run.records[0].path) for run in runs] == [("a", "[0].steps"), ("b", "[1].steps")]
