"""Results by tool and arguments."""

from messages import call, model, result, run_of, user

from viewer.replay.recorded_results import canonical_arguments, recorded_results


def test_arguments_are_compared_whatever_the_order_of_their_keys() -> None:
    run = run_of(
        user("go"),
        model(call("a", "get", x=1, y=2), call("b", "get", y=2, x=1), call("c", "other", x=1, y=2)),
        user(result("b", "two"), result("a", "one"), result("c", None, is_error=True)),
    )
    first, other = recorded_results(run, 0)
    assert (first["tool"], first["arguments"]) == ("get", '{"x":1,"y":2}')
    assert [one["content"] for one in first["results"]] == ["one", "two"]
    assert other["results"] == [{"position": "[2].2", "content": None, "is_error": True}]


def test_calls_before_the_message_and_calls_never_answered_are_not_in_it() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")), model(call("b")))
    assert recorded_results(run, 3) == []
    assert len(recorded_results(run, 1)) == 1


def test_canonical_arguments_keep_numbers_and_text_apart() -> None:
    assert canonical_arguments({"b": 1, "a": "é"}) == '{"a":"\\u00e9","b":1}'
    assert canonical_arguments("1") != canonical_arguments(1)
