from conftest import sample

from viewer.replay.prefix import Prefix
from viewer.replay.warnings import request_warnings


def test_each_field_that_is_not_stored_is_named_with_what_it_means() -> None:
    run = sample("refund/refund.json")
    found = request_warnings(run, Prefix(((0, 2),), 3), {"messages": []}, "anthropic_messages")
    for words in ("system prompt", "tool schemas", "parameters", "no model is stored", "max_tokens"):
        assert any(words in warning for warning in found), words


def test_how_the_file_tells_the_list_is_said_where_it_was_not_simply_all_before() -> None:
    run = sample("order_status/order_status.json")
    body = {"model": "m", "max_tokens": 1}
    assert request_warnings(run, Prefix(((0, 0),), 1), body, "anthropic_messages") == []
    told = request_warnings(run, Prefix(((0, 0),), 1, "recorded: the request"), body, "anthropic_messages")
    assert told == ["what the model call held is recorded: the request"]
