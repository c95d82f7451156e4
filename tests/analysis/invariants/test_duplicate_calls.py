"""Invariant 3."""

from scripted import results, run_of, step, use, violations

from viewer.analysis.policy import Policy

CODE, NEAR = "duplicate_call", "near_duplicate_call"
A, B = "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "9b2504e0-4f89-11d3-9a0c-0305e82c33aa"


def test_repeats_are_one_finding_with_all_places() -> None:
    run = run_of(*(step(use("get", id=7)) for _ in range(3)), step())
    (found,) = results(run, CODE, Policy())
    assert found.text == "get was called 3 times with the same arguments, at [1].0, [3].0, [5].0"
    assert [one.tool_use_id for one in found.positions] == ["c1", "c2", "c3"]


def test_read_strictly_each_repeat_is_one() -> None:
    run = run_of(*(step(use("get", id=7)) for _ in range(3)), step())
    assert len(violations(run, CODE, Policy(strict=True))) == 2


def test_two_ids_and_two_pages_are_different_calls_but_not_to_the_strict_reading() -> None:
    run = run_of(
        step(use("get", id=A)), step(use("get", id=B)), step(use("list", cursor=1)), step(use("list", cursor=2))
    )
    assert violations(run, CODE, Policy()) == []
    assert len(violations(run, CODE, Policy(strict=True))) == 2


def test_a_retry_after_a_failure_is_none_unless_the_policy_says_so() -> None:
    run = run_of(step(use("get", id=7, fails=True)), step(use("get", id=7)), step())
    assert violations(run, CODE, Policy()) == []
    assert len(violations(run, CODE, Policy(retry_is_duplicate=True))) == 1
    assert len(violations(run, CODE, Policy(strict=True))) == 1


def test_a_read_after_a_write_is_a_new_one_unless_the_policy_says_so() -> None:
    run = run_of(step(use("get", id=7)), step(use("put", id=7)), step(use("get", id=7)), step())
    writes = frozenset({"put"})
    assert violations(run, CODE, Policy(writes)) == []
    assert len(violations(run, CODE, Policy(writes, write_resets_duplicates=False))) == 1


def test_repeats_before_a_write_are_not_forgotten_by_it() -> None:
    run = run_of(step(use("get", id=7)), step(use("get", id=7)), step(use("put", id=7)), step())
    assert len(violations(run, CODE, Policy(frozenset({"put"})))) == 1


def test_a_write_that_is_repeated_is_a_duplicate_all_the_same() -> None:
    run = run_of(step(use("put", id=7)), step(use("put", id=7)), step())
    assert len(violations(run, CODE, Policy(frozenset({"put"})))) == 1


def test_calls_that_differ_in_one_argument_are_information() -> None:
    run = run_of(
        step(use("get", id=7, lang="en")), step(use("get", id=7, lang="de")), step(use("get", id=8, lang="fr"))
    )
    (found,) = results(run, NEAR, Policy())
    assert found.severity == "info"
    assert found.text == "2 calls of get differ in lang only, at [1].0, [3].0"


def test_a_tool_that_nobody_classified_may_have_changed_what_is_read() -> None:
    run = run_of(step(use("test")), step(use("edit", n=1)), step(use("test")), step())
    assert violations(run, CODE, Policy()) == []
    assert len(violations(run, CODE, Policy(read_tools=frozenset({"test", "edit"})))) == 1


def test_the_same_texts_in_another_order_are_one_call_and_numbers_are_no_texts() -> None:
    same = run_of(step(use("find", a="1", b="2")), step(use("find", b="2", a="1")))
    assert [[place.message_index for place in one.positions] for one in results(same, CODE, Policy())] == [[1, 3]]
    other = run_of(step(use("find", a="1", b="2")), step(use("find", a=1, b="2")), step(use("find", a="2", b="1")))
    assert violations(other, CODE, Policy()) == []
