"""A request of the run built again, word by word where the file stores it so."""

import json

import msgspec
from conftest import SAMPLES, sample
from messages import call, model, run_of, user

from viewer import load
from viewer.model.request import Context
from viewer.model.run import Run
from viewer.replay.prefix import Refusal
from viewer.replay.sent import SentRequest, request_of
from viewer.replay.stored_messages import stored_messages


def _sent(run: Run, k: int) -> SentRequest:
    made = request_of(run, run.requests[k - 1], "anthropic_messages")
    assert isinstance(made, SentRequest), made
    return made


def test_a_request_holds_what_was_visible_word_by_word() -> None:
    source = next(load.sources([SAMPLES / "refund/refund.json"]))
    (run,) = load.runs(source)
    stored = stored_messages(run, load.decode_source(source))
    messages = json.loads((SAMPLES / "refund/refund.json").read_text(encoding="utf-8"))["messages"]
    for request, last in zip(run.requests, (0, 2, 4, 6), strict=True):
        made = request_of(run, request, "anthropic_messages", stored)
        assert isinstance(made, SentRequest)
        assert made.ranges == ((0, last),)
        assert made.body["messages"] == [{key: one[key] for key in ("role", "content")} for one in messages[: last + 1]]


def test_what_the_file_lacks_of_it_is_said() -> None:
    made = _sent(sample("refund/refund.json"), 2)
    assert any("system prompt is not stored" in warning for warning in made.warnings)
    assert "system" not in made.body


def test_stored_request_fields_go_with_it() -> None:
    made = _sent(sample("order_status/order_status.json"), 1)
    assert list(made.body) == ["model", "max_tokens", "system", "tools", "messages"]
    assert made.warnings == ()


def test_a_list_that_no_api_would_take_is_built_and_the_reason_named() -> None:
    made = _sent(run_of(user("go"), model(call("a")), user("and?"), model("hm")), 2)
    assert len(made.body["messages"]) == 3
    assert any("an API would refuse it" in warning and "never answered" in warning for warning in made.warnings)


def test_a_request_whose_list_is_unknown_is_not_guessed() -> None:
    run = run_of(user("go"), model("hm"))
    unknown = Context((), "unknown", reason="compaction")
    request = msgspec.structs.replace(run.requests[0], context=unknown)
    made = request_of(run, request, "anthropic_messages")
    assert isinstance(made, Refusal)
    assert "compaction" in made.reason


def test_a_reply_before_any_message_has_no_list_to_send() -> None:
    run = run_of(model("hm"), user("go"))
    assert isinstance(request_of(run, run.requests[0], "openai_chat"), Refusal)
