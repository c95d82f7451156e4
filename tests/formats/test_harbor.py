"""Harbor traces."""

from typing import Any

import pytest
from accounting import unaccounted
from conftest import SAMPLES, read_values

from viewer import load
from viewer.model.run import Run


def trials() -> tuple[Run, ...]:
    return load.runs(next(load.sources([SAMPLES / "harbor/traces.json"])))


def episode(*words: str, **more: Any) -> dict[str, Any]:
    said = [{"role": "assistant" if at % 2 else "user", "content": one} for at, one in enumerate(words)]
    return {"conversations": said, "trial_name": "t", "run_id": "r", "episode": "episode-0", **more}


def test_the_episodes_of_a_trial_are_one_run() -> None:
    first, second = trials()
    assert (first.run_id, len(first.requests), second.run_id, len(second.requests)) == (
        "fix-bell__a",
        3,
        "fix-bell__b",
        1,
    )
    assert (first.task, first.models) == ("fix-bell", ("example-1",))


def test_each_request_saw_the_list_of_its_own_episode() -> None:
    contexts = [request.context for request in trials()[0].requests]
    assert [context.ranges for context in contexts if context] == [((0, 0),), ((0, 2),), ((4, 4),)]


def test_what_follows_the_task_as_a_users_words_is_the_loops() -> None:
    assert [message.producers[0].who for message in trials()[0].messages][:3] == ["caller", "model", "loop"]


@pytest.mark.parametrize(
    ("result", "kind", "cut_by"),
    [
        ("1.0", "success", None),
        (0, "failure", None),
        ("0.5", "unknown", None),
        (None, "unknown", None),
        ("AgentTimeoutError", "censored", "time"),
        ("RuntimeError", "censored", "crash"),
        ("passed?", "unknown", None),
    ],
)
def test_the_result_tells_how_the_trial_ended(result: Any, kind: str, cut_by: Any) -> None:
    (run,) = read_values([episode("go", "done", result=result)])
    assert (run.ending.kind, run.ending.cut_by) == (kind, cut_by)
    assert run.outcome == (kind if kind in ("success", "failure") else "unknown")


def test_the_form_with_from_and_value_is_read() -> None:
    said = [{"from": "human", "value": "go"}, {"from": "gpt", "value": "done"}]
    (run,) = read_values([{**episode(), "conversations": said}])
    assert [message.role for message in run.messages] == ["user", "assistant"]


def test_an_entry_that_is_no_episode_is_a_problem() -> None:
    (run,) = read_values([episode("go", "done"), {"conversations": 5}, 7])
    assert [problem.record for problem in run.problems] == [2, 3]
    assert unaccounted((run,)) == []


def test_an_episode_that_ends_without_a_reply_brought_none() -> None:
    (run,) = read_values([episode("go")])
    assert run.requests == ()
    assert len(run.messages) == 1
