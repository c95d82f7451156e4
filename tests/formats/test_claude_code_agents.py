"""Sub-agents stand under the calls that started them, or under their session with the reason."""

from typing import Any

from conftest import read_values, sample

from viewer.model.run import Run, walk


def line(uuid: str, parent: str | None, kind: str, content: Any, side: bool = False, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content}
    head = {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s1", "isSidechain": side}
    return {**head, "message": message, **more}


def task(call_id: str | None, prompt: str) -> dict[str, Any]:
    made = {"type": "tool_use", "name": "Task", "input": {"prompt": prompt}}
    return made if call_id is None else {**made, "id": call_id}


def run_of(*values: Any) -> Run:
    (run,) = read_values(*values, format="claude_code", lines=True)
    return run


def links(run: Run) -> list[tuple[int | None, str | None]]:
    return [(sub.parent.message_index, sub.parent.tool_use_id) for sub in run.sub_runs if sub.parent is not None]


def test_interleaved_sidechains_stand_each_under_its_call() -> None:
    run = sample("claude_code/sidechains.jsonl")
    assert links(run)[:2] == [(1, "toolu_31"), (1, "toolu_32")]
    assert [[message.records for message in sub.messages] for sub in run.sub_runs[:2]] == [
        [(4,), (6,), (8,), (11,)],
        [(5,), (7,)],
    ]


def test_a_sidechain_whose_parent_is_missing_is_not_linked_and_says_so() -> None:
    lost = sample("claude_code/sidechains.jsonl").sub_runs[2]
    assert lost.parent is not None and lost.parent.message_index is None
    assert lost.parent.rule.startswith("not linked") and len(lost.messages) == 2


def test_every_message_of_the_file_stands_in_one_of_the_runs() -> None:
    run = sample("claude_code/sidechains.jsonl")
    assert sorted(n for one in walk(run) for message in one.messages for n in message.records) == list(range(1, 15))


def test_files_of_sub_agents_stand_under_their_calls_also_when_a_sub_agent_made_them() -> None:
    run = sample("claude_code/5f0c2d1e-0000-4000-8000-000000000005.jsonl")
    first, lost = run.sub_runs
    assert (first.run_id, links(run)) == ("a1111", [(1, "toolu_41"), (None, None)])
    assert [sub.run_id for sub in first.sub_runs] == ["a2222"] and links(first) == [(1, "toolu_43")]
    assert lost.run_id == "a3333" and len(lost.messages) == 4


def test_what_stands_beside_a_sub_agents_file_is_its_attributes() -> None:
    first, lost = sample("claude_code/5f0c2d1e-0000-4000-8000-000000000005.jsonl").sub_runs
    assert first.attributes["agentType"] == "Explore"
    assert first.stated[0].metrics["totalTokens"] == 5200
    assert lost.attributes["journal"] == ["started", "result"]


def test_calls_with_the_same_prompt_are_taken_in_order() -> None:
    run = run_of(
        line("u1", None, "user", "go"),
        line("u2", "u1", "assistant", [task("a", "look"), task("b", "look")]),
        line("x1", None, "user", "look", side=True),
        line("y1", None, "user", "look", side=True),
        line("z1", None, "user", "look", side=True),
    )
    assert links(run) == [(1, "a"), (1, "b"), (None, None)]


def test_a_record_that_names_the_agent_counts_more_than_the_prompt() -> None:
    result = [{"type": "tool_result", "tool_use_id": "b", "content": "ok"}]
    run = run_of(
        line("u1", None, "user", "go"),
        line("u2", "u1", "assistant", [task("a", "look"), task("b", "look")]),
        line("x1", None, "user", "look", side=True, agentId="x"),
        line("u3", "u2", "user", result, toolUseResult={"agentId": "x"}),
    )
    assert links(run) == [(1, "b")]


def test_a_screen_line_that_names_the_agent_links_it() -> None:
    shown = {"type": "progress", "uuid": "p1", "parentUuid": "u2", "sessionId": "s1", "isSidechain": False}
    run = run_of(
        line("u1", None, "user", "go"),
        line("u2", "u1", "assistant", [task("a", "look")]),
        {**shown, "parentToolUseID": "a", "data": {"type": "agent_progress", "agentId": "x"}},
        line("x1", None, "user", "other words", side=True, agentId="x"),
    )
    assert links(run) == [(1, "a")]


def test_a_sidechain_that_follows_the_line_of_a_call_belongs_to_it() -> None:
    run = run_of(
        line("u1", None, "user", "go"),
        line("u2", "u1", "assistant", [task("a", "look")]),
        line("x1", "u2", "user", "other words", side=True),
    )
    assert links(run) == [(1, "a")]


def test_a_call_on_a_branch_has_no_message_of_the_main_list() -> None:
    run = run_of(
        line("u1", None, "user", "go"),
        line("u2", "u1", "assistant", [task("a", "look")]),
        line("x1", None, "user", "look", side=True),
        line("u3", "u1", "assistant", "no"),
    )
    assert links(run) == [(None, "a")]


def test_an_agent_that_calls_with_its_own_prompt_does_not_start_itself() -> None:
    run = run_of(
        line("u1", None, "user", "go"),
        line("x1", None, "user", "look", side=True),
        line("x2", "x1", "assistant", [task("a", "look")], side=True),
    )
    assert links(run) == [(None, None)]


def test_a_sub_agents_file_alone_is_a_run_that_says_so() -> None:
    run = run_of(line("x1", None, "user", "look", side=True, agentId="x"))
    assert (run.run_id, run.parent) == ("x", None)
    assert run.notes == ("a sub-agent's transcript: the session that started it is not in this source",)


def test_a_file_of_one_sidechain_without_an_agent_goes_by_its_session() -> None:
    assert run_of(line("x1", None, "user", "look", side=True)).run_id == "s1"
