"""How a run ended, by the span that holds it."""

import pytest
from span_files import FAILED, START, agent, call, chat, run_of, said, value

U, A = said("user", "go"), said("assistant", "done")


def failed(kind: str, message: str) -> dict[str, object]:
    attributes = {"exception.type": kind, "exception.message": message}
    pairs = [{"key": key, "value": value(one)} for key, one in attributes.items()]
    return {"status": FAILED, "events": [{"name": "exception", "timeUnixNano": str(START), "attributes": pairs}]}


@pytest.mark.parametrize(
    ("kind", "message", "cut_by", "cap"),
    [
        ("UsageLimitExceeded", "The next request would exceed the request_limit of 50", "steps", 50),
        ("MaxTurnsExceeded", "Max turns (10) exceeded", "steps", 10),
        ("GraphRecursionError", "Recursion limit of 25 reached without hitting a stop condition.", "steps", 25),
        ("UsageLimitExceeded", "Exceeded the total_tokens_limit of 4000", "tokens", None),
        ("ReadTimeout", "the server said nothing", "time", None),
        ("asyncio.CancelledError", "", "abort", None),
        ("BudgetError", "budget is spent", "money", None),
        ("KeyError", "'x'", "crash", None),
    ],
)
def test_an_error_of_the_agent_s_span_cuts_the_run(kind: str, message: str, cut_by: str, cap: float | None) -> None:
    ending = run_of(agent(**failed(kind, message)), chat(1, [U], A)).ending
    assert (ending.kind, ending.cut_by, ending.cap) == ("censored", cut_by, cap)
    assert ending.cap_unit == ("requests" if cap else None)


def test_the_error_s_own_words_are_the_exit_status() -> None:
    assert run_of(agent(**failed("KeyError", "'x'")), chat(1, [U], A)).exit_status == "KeyError: 'x'"


def test_a_run_whose_agent_s_span_ended_well_has_no_verdict() -> None:
    run = run_of(agent(status={"code": 1}), chat(1, [U], A))
    assert (run.ending.kind, run.outcome, run.exit_status) == ("unknown", "unknown", None)


def test_an_agent_that_ended_at_a_call_ended_all_the_same() -> None:
    run = run_of(agent(), chat(1, [U], said("assistant", call("c", "final_result"))))
    assert run.ending.rule == "the agent's span ended where a reply or a result was still due"


def test_a_run_whose_holding_span_is_not_in_the_file_is_open() -> None:
    assert run_of(chat(1, [U], A)).ending.kind == "open"


def test_a_holding_span_without_an_end_leaves_the_run_open() -> None:
    assert run_of(agent(endTimeUnixNano="0"), chat(1, [U], A)).ending.kind == "open"


def test_a_lone_call_that_waits_for_a_result_is_open() -> None:
    assert run_of(chat(1, [U], said("assistant", call("c")), None)).ending.kind == "open"
