"""Why did control move? (R4–R5, T12, T14, T16)"""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.control import client_calls, control
from viewer.model.run import Run


def _to(run: Run) -> list[str]:
    return [move.to for move in control(run)]


def test_control_goes_to_the_loop_at_calls_and_to_the_model_at_requests_and_nowhere_else() -> None:
    assert _to(sample("refund/refund.json")) == ["model", "loop", "model", "loop", "model", "loop", "model", "end"]


def test_four_calls_go_to_the_loop_in_three_dispatches() -> None:
    run = sample("refund/refund.json")
    assert _to(run).count("loop") == 3
    assert sum(client_calls(message) for message in run.messages) == 4


def test_producers_are_named_and_replies_carry_their_request_number() -> None:
    producers = [message.producers for message in sample("refund/refund.json").messages]
    assert [[(one.who, one.k) for one in some] for some in producers] == [
        [("caller", None)],
        [("model", 1)],
        [("loop", None)],
        [("model", 2)],
        [("loop", None)],
        [("model", 3)],
        [("loop", None)],
        [("model", 4)],
    ]


def test_blocks_move_control_whatever_the_stop_reason_says() -> None:
    assert _to(sample("broken/stop_reason_mismatch.json")) == ["model", "loop", "model", "end"]


def test_a_list_that_stops_at_a_call_is_open() -> None:
    moves = control(sample("broken/call_open_at_end.json"))
    assert moves[5].to == "open"
    assert moves[5].why == "the message holds a tool_use; the list stops here, unanswered"


def test_a_call_that_ended_a_run_with_a_verdict_went_to_the_loop() -> None:
    move = control(run_of(user("go"), model(call("a", "submit")), outcome="success"))[1]
    assert (move.to, move.why) == ("loop", "the message holds a tool_use; the run ended: `outcome` of the file")


def test_a_tool_of_the_provider_leaves_control_with_the_model() -> None:
    assert _to(sample("broken/paused_reply.json")) == ["model", "model", "end"]


def test_a_paused_reply_at_the_end_is_open() -> None:
    assert _to(run_of(user("go"), model("wait", stop_reason="pause_turn")))[-1] == "open"


def test_a_caller_who_goes_on_after_an_answer_shows_that_control_had_ended() -> None:
    run = run_of(user("a"), model("b"), user("c"), model("d"))
    assert _to(run) == ["model", "end", "model", "end"]


def test_of_two_inputs_in_a_row_the_first_waits_for_the_second() -> None:
    moves = control(sample("broken/results_split.json"))
    assert moves[2].why == "results were appended; the request was sent after [3]"
    assert moves[3].why == "results were appended and a request was sent"


def test_results_after_the_last_request_end_an_ended_run_and_stay_open_in_another() -> None:
    messages = (user("go"), model(call("a")), user(result("a")))
    assert control(run_of(*messages))[2].why == "no later request is stored"
    assert _to(run_of(*messages)) == ["model", "loop", "open"]
    assert _to(run_of(*messages, outcome="max_steps", iteration_cap=1)) == ["model", "loop", "end"]


def test_a_single_message_is_open_since_no_request_is_stored() -> None:
    assert _to(sample("broken/ends_before_reply.json")) == ["open"]


def test_a_message_that_a_compaction_replaced_is_not_said_to_have_been_sent() -> None:
    moves = control(sample("sub_agents/order_survey.jsonl"))
    assert moves[4].why == "results were appended; the next request, which [7] answers, did not hold it"
    assert moves[6].why == "the message was appended and a request was sent"
