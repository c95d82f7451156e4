"""Which result answers which call (R9, T15–T16; hard cases 30, 37–39)."""

import time
from typing import Any

import pytest
from conftest import sample
from hypothesis import given
from hypothesis import strategies as st
from messages import call, model, result, run_of, user

from viewer.analysis.pairing import _by_ids, _in_order, _without_ids, pair


def test_results_in_another_order_than_their_calls_pair_by_id() -> None:
    pairing = pair(sample("broken/crossed_results.json").messages)
    assert pairing.answers == {(1, 0): (2, 1), (1, 1): (2, 2), (1, 2): (2, 0)}
    assert pairing.unanswered == pairing.orphans == pairing.ambiguous == ()


def test_equal_ids_of_one_message_pair_in_order_and_are_named_ambiguous() -> None:
    pairing = pair(sample("broken/equal_ids.json").messages)
    assert pairing.answers == {(1, 0): (2, 0), (1, 1): (2, 1), (1, 2): (2, 2)}
    assert pairing.ambiguous == (((1, 0), (1, 1), (1, 2)),)


def test_an_id_that_comes_back_after_its_answer_is_not_ambiguous() -> None:
    messages = [user("go")]
    for _ in range(3):
        messages += [model(call("bash")), user(result("bash"))]
    pairing = pair(run_of(*messages).messages)
    assert pairing.answers == {(1, 0): (2, 0), (3, 0): (4, 0), (5, 0): (6, 0)}
    assert pairing.ambiguous == ()


def test_the_nearest_open_call_of_an_id_is_answered_not_one_left_open_long_ago() -> None:
    run = run_of(user("go"), model(call("a")), user("stop"), model(call("a")), user(result("a")))
    pairing = pair(run.messages)
    assert pairing.answers == {(3, 0): (4, 0)}
    assert pairing.unanswered == ((1, 0),)
    assert pairing.ambiguous == (((1, 0), (3, 0)),)


def test_without_ids_results_pair_by_position_and_it_is_said() -> None:
    pairing = pair(sample("broken/without_ids.json").messages)
    assert pairing.answers == {(1, 0): (2, 0), (1, 1): (2, 1)}
    assert pairing.by_position == ((2, 0), (2, 1))


def test_a_result_without_an_id_answers_the_nearest_open_call_even_if_that_has_one() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("b"), result(None)))
    pairing = pair(run.messages)
    assert pairing.answers == {(1, 1): (2, 0), (1, 0): (2, 1)}
    assert pairing.by_position == ((2, 1),)


def test_a_second_result_is_an_orphan_that_repeats_the_first() -> None:
    pairing = pair(sample("broken/duplicate_result.json").messages)
    assert pairing.answers == {(1, 0): (2, 0)}
    assert pairing.orphans == ((2, 1),)
    assert pairing.repeated == {(2, 1): (1, 0)}


@pytest.mark.parametrize("content", ["", "text", [], [{"type": "image", "source": {}}], None, {"a": 1}])
def test_whatever_a_result_holds_it_closes_its_call(content: Any) -> None:
    run = run_of(user("go"), model(call("a")), user(result("a", content, is_error=True)), model("done"))
    assert pair(run.messages).answers == {(1, 0): (2, 0)}


def test_a_surplus_result_without_an_id_repeats_no_call() -> None:
    pairing = pair(run_of(user("go"), model(call(None)), user(result(None), result(None))).messages)
    assert pairing.orphans == ((2, 1),)
    assert pairing.repeated == {}


def test_a_tool_that_the_provider_ran_is_neither_call_nor_result_of_the_loop() -> None:
    pairing = pair(sample("broken/paused_reply.json").messages)
    assert pairing.answers == {} and pairing.unanswered == () and pairing.orphans == ()


def test_many_open_calls_of_one_id_are_paired_in_linear_time() -> None:
    calls = 20_000
    started = time.thread_time()
    run = run_of(user("go"), model(*[call("x")] * calls), user(*[result("x")] * calls))
    read = time.thread_time() - started
    started = time.thread_time()
    pairing = pair(run.messages)
    assert len(pairing.answers) == calls
    assert time.thread_time() - started < 10 * read


def test_many_results_without_ids_are_paired_in_linear_time() -> None:
    messages = [user("go")]
    for number in range(5_000):
        messages += [model(call(str(number))), user(result(None))]
    started = time.thread_time()
    run = run_of(*messages)
    read = time.thread_time() - started
    started = time.thread_time()
    assert len(pair(run.messages).by_position) == 5_000
    assert time.thread_time() - started < 10 * read


IDS = st.sampled_from(["a", "b", "c", "d", "", None])
PARTS = st.lists(st.one_of(IDS.map(call), IDS.map(result)), max_size=3)


@given(st.lists(PARTS, max_size=8))
def test_the_quick_way_pairs_as_the_careful_one_does(parts: list[list[dict[str, Any]]]) -> None:
    messages = run_of(*((model if number % 2 else user)(*one) for number, one in enumerate(parts))).messages
    quick = _by_ids(messages)
    assert quick is None or quick == _in_order(messages)


NO_IDS = st.sampled_from(["", None])
CALLS = st.lists(NO_IDS.map(call), max_size=3)
RESULTS = st.lists(st.booleans().map(lambda failed: result(None, is_error=failed)), max_size=3)


@given(
    st.lists(st.one_of(CALLS, RESULTS, st.tuples(RESULTS, CALLS).map(lambda both: [*both[0], *both[1]])), max_size=8)
)
def test_without_ids_the_quick_way_pairs_as_the_careful_one_does(parts: list[list[dict[str, Any]]]) -> None:
    messages = run_of(*((model if number % 2 else user)(*one) for number, one in enumerate(parts))).messages
    assert _without_ids(messages) == _in_order(messages)


def test_with_an_id_or_a_result_after_a_call_of_its_message_the_quick_way_gives_up() -> None:
    for parts in ([call("a")], [call(None), result(None)], [result("a")]):
        assert _without_ids(run_of(model(*parts)).messages) is None


def test_unique_ids_are_paired_the_quick_way() -> None:
    messages = run_of(user("go"), model(call("a"), call("b")), user(result("b"))).messages
    quick = _by_ids(messages)
    assert quick is not None and quick == _in_order(messages)
    assert quick.unanswered == ((1, 0),)


def test_results_that_the_file_flags_are_counted_whether_they_answer_or_not() -> None:
    answer, orphan = result("a", is_error=True), result("b", is_error=True)
    assert pair(run_of(user("go"), model(call("a")), user(answer)).messages).errors == 1
    assert pair(run_of(user("go"), model(call("a")), user(answer, orphan)).messages).errors == 2
