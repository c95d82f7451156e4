"""How the two lists of a SWE-agent file are laid side by side."""

from conftest import read_values, sample

from viewer.analysis.summary import summary
from viewer.model.block import Text, Thinking, ToolUse
from viewer.model.run import Run

NATIVE = "swe_agent/native_calls_with_rejected_reply.traj"


def test_a_rejected_reply_is_a_branch_at_the_place_of_the_accepted_one() -> None:
    run = sample(NATIVE)
    (branch,) = run.branches
    assert (branch.at, branch.messages[0].index, branch.messages[0].records) == (4, 5, (10,))
    assert branch.messages[0].blocks == (Text("I think it is fixed now."),)
    assert (branch.requests[0].k, branch.requests[0].message_index) == (3, 5)
    assert summary(run).model_requests == 4


def test_reasoning_that_only_a_step_holds_joins_the_reply() -> None:
    run = sample(NATIVE)
    assert run.messages[5].blocks[0] == Thinking("The file is right now.")
    assert run.messages[1].blocks[0] == Thinking("The sum may start at 1.", "c2ln")


def test_steps_that_repeat_history_are_set_aside() -> None:
    assert [(aside.record, aside.kind) for aside in sample(NATIVE).set_aside] == [(8, "step"), (9, "step")]


def read(reply: dict[str, object], step: dict[str, object]) -> Run:
    history = [{"role": "user", "content": "u", "agent": "a"}, {"role": "assistant", "agent": "a", **reply}]
    (run,) = read_values({"history": history, "trajectory": [step], "info": {}}, format="swe_agent")
    return run


def test_a_reply_that_the_harness_could_not_read_stays_a_reply_without_a_call() -> None:
    words = {"thought": "Exit due to format error", "action": "exit_format"}
    run = read({"content": "No command.", **words}, {"response": "No command.", "observation": "", **words})
    assert len(run.requests) == 1
    assert not any(isinstance(block, ToolUse) for block in run.messages[1].blocks)


def test_an_exit_without_an_action_is_the_harness_too() -> None:
    words = {"thought": "Exit due to context window", "action": ""}
    run = read(
        {"content": "Exit due to context window", **words},
        {"response": "Exit due to context window", "observation": "", **words},
    )
    assert run.requests == ()
    assert [aside.kind for aside in run.set_aside] == ["harness exit", "harness exit"]


def test_words_of_the_harness_after_a_reply_without_a_call_are_the_loops() -> None:
    history = [
        {"role": "user", "content": "u", "agent": "a"},
        {"role": "assistant", "content": "hm", "action": "", "agent": "a"},
        {"role": "user", "content": "Give a command.", "agent": "a"},
    ]
    (run,) = read_values({"history": history, "trajectory": [], "info": {}}, format="swe_agent")
    assert [producer.who for producer in run.messages[2].producers] == ["loop"]
    assert [producer.who for producer in run.messages[0].producers] == ["caller"]
