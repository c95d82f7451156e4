"""A bundle of every result that can be swapped; nothing but the block differs."""

import functools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from bundles import WHY, bundled, one_call, refund, refund_bundle, refused, reopened
from conftest import SAMPLES, read_values
from hypothesis import given, settings
from hypothesis import strategies as st
from messages import call, model, result, run_of, text, user

from viewer import load
from viewer.decode.decoder import decode
from viewer.errors import RunFileError
from viewer.model.block import ToolResult
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.replay.built import APIS, Api, stored_as
from viewer.replay.bundle import Bundle, original_request
from viewer.replay.check import check_bundle
from viewer.replay.make import make_bundle
from viewer.replay.sent import SentRequest, request_of
from viewer.replay.stored_messages import StoredMessages, stored_messages
from viewer.replay.supplied import SuppliedField
from viewer.replay.swap import Replacement
from viewer.replay.with_block import with_block

SECRET = "sk-ant-api03-abcdefghijklmnopqrst"
PER_RUN = 3
"""Results of a sample that are swapped."""


def test_a_bundle_says_what_was_replaced_sent_and_left_out() -> None:
    made = refund_bundle()
    assert (made.position, made.tool_use_id, made.block_path) == ("[4].0", "toolu_01Ef", "messages[4].content[0]")
    assert (made.sent, made.discarded, made.equality) == ([(0, 4)], (5, 7), "word_by_word")
    assert made.original.content.startswith("Shipments with no carrier scan")
    assert (made.original.is_error, made.replacement.is_error) == (None, True)
    assert [one["index"] for one in made.continuation] == [5, 6, 7]
    assert [(one.tool, one.arguments, len(one.results)) for one in made.recorded_results] == [
        ("issue_refund", '{"amount_cents":8900,"order_id":"4471"}', 1)
    ]
    assert (made.author, made.created_at) == ("Ada", "2026-01-02T03:04:05+00:00")
    assert made.run.run_id == refund().run_id


@functools.cache
def _runs(source: Source) -> list[tuple[Run, StoredMessages | None]]:
    try:
        decoded = load.decode_source(source)
        return [(run, stored_messages(run, decoded)) for root in load.runs(source) for run in walk(root)]
    except RunFileError:
        return []  # a damaged sample, put there to be refused


SOURCES = list(load.sources([SAMPLES]))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_swap_for_the_same_gives_the_derived_request_of_that_call(source: Source) -> None:
    for run, stored in _runs(source):
        for place in _results(run)[:PER_RUN]:
            for api in APIS:
                _compare(run, stored, place, api)


def _compare(run: Run, stored: StoredMessages | None, place: tuple[int, int], api: Api) -> None:
    content = run.messages[place[0]].blocks[place[1]].content  # type: ignore[union-attr]  # chosen as results
    made = make_bundle(run, Replacement(*place, content), api, stored, WHY, "include")
    if not isinstance(made, Bundle):
        assert made.reason
        return
    assert original_request(made) == made.request
    following = next((one for one in run.requests if one.message_index > place[0]), None)
    if following is not None:
        sent = request_of(run, following, api, stored)
        assert isinstance(sent, SentRequest)
        assert json.dumps(made.request) == json.dumps(json.loads(json.dumps(sent.body)))


def _sendable(content: Any) -> Any:
    """Half characters are replaced, since no API takes them."""
    return json.loads(re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", json.dumps(content, ensure_ascii=False)))


def _results(run: Run) -> list[tuple[int, int]]:
    return [
        (message.index, number)
        for message in run.messages
        for number, block in enumerate(message.blocks)
        if type(block) is ToolResult
    ]


NAMES = ["refund/refund.json", "order_status/order_status.json", "openai_chat"]
SWAPPABLE = [
    (source, number, place)
    for source in load.sources([SAMPLES / name for name in NAMES])
    for number, (run, _) in enumerate(_runs(source))
    for place in _results(run)
]
PARTS = st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": st.text()}), max_size=4)
CONTENT = st.one_of(st.text(), PARTS)


_HARNESS_KEYS = ("usage", "finish_reason", "stop_reason", "timestamp", "model")
NAME_OF_ID = {"anthropic_messages": "tool_use_id", "openai_chat": "tool_call_id", "openai_responses": "call_id"}


def _messages_of_file(source: Source) -> list[Any] | None:
    """What the file itself holds, read by nothing of ours, without the keys that harnesses add; None: it is no list."""
    if not source.name.endswith(".json"):
        return None
    value = json.loads(Path(source.parts[0].uri).read_bytes())
    messages = value if isinstance(value, list) else value.get("messages")
    return messages and [{key: one[key] for key in one if key not in _HARNESS_KEYS} for one in messages]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SWAPPABLE), CONTENT, st.sampled_from([None, True, False]), st.sampled_from(APIS))
def test_a_swap_changes_nothing_but_the_block(
    where: tuple[Source, int, tuple[int, int]], content: Any, is_error: bool | None, api: Api
) -> None:
    source, number, place = where
    run, stored = _runs(source)[number]
    before = run.messages[place[0]].blocks[place[1]]
    assert type(before) is ToolResult
    made = make_bundle(run, Replacement(*place, content, is_error), api, stored, WHY, "include")
    noop = make_bundle(run, Replacement(*place, before.content), api, stored, WHY, "include")
    if not isinstance(made, Bundle) or not isinstance(noop, Bundle):
        assert made == noop  # whatever is to be said there, it is refused for the same reason
        return
    assert json.dumps(with_block(made.request, made.block_path, 0)) == json.dumps(
        with_block(noop.request, noop.block_path, 0)
    )
    own = _messages_of_file(source)
    if noop.equality == "word_by_word" and own is not None:
        ours = with_block({"messages": made.request["messages"]}, made.block_path, 0)
        of_file = with_block({"messages": own[: len(ours["messages"])]}, made.block_path, 0)
        assert json.dumps(ours) == json.dumps(of_file)
    assert made.replacement.sent[NAME_OF_ID[api]] == made.original.sent[NAME_OF_ID[api]] == before.tool_use_id
    assert made.tool_use_id == before.tool_use_id
    if api == "anthropic_messages":
        assert made.replacement.sent.get("is_error") == (before.is_error if is_error is None else is_error)
    said = made.replacement.sent["output" if api == "openai_responses" else "content"]
    if api == "openai_responses" and type(said) is list:
        said = [{**part, "type": "text"} for part in said]
    if content == [] and said == "[]" and stored_as(run) != api:
        assert "neither text nor" in made.losses[-1].text  # another vendor's empty list, which this API has no form for
    else:
        assert said == _sendable(content)
    assert [one for one in check_bundle(reopened(made), run) if one.severity == "error"] == []


def test_what_is_swapped_at_random_builds_for_some_api_and_is_compared_with_its_file() -> None:
    compared = 0
    for source, number, place in SWAPPABLE:
        run, stored = _runs(source)[number]
        api = stored_as(run)
        assert api is not None
        made = make_bundle(run, Replacement(*place, "x"), api, stored, WHY, "include")
        compared += isinstance(made, Bundle) and _messages_of_file(source) is not None
    assert compared >= 5


def test_a_sibling_of_another_kind_stays_as_it_is() -> None:
    run = run_of(
        user("go"),
        model(call("a"), call("b")),
        user(result("a", [text("x")]), result("b", [{"id": 1}]), "and now?"),
        model("done"),
    )
    made = bundled(run, Replacement(2, 0, [text("y")]))
    assert made.request["messages"][2]["content"][1:] == [result("b", [{"id": 1}]), text("and now?")]
    assert made.request["messages"][2]["content"][0]["content"] == [text("y")]


def test_the_same_call_answered_twice_keeps_both_results_in_order() -> None:
    run = run_of(
        user("go"),
        model(call("a", q=1)),
        user(result("a", "first")),
        model(call("b", q=1)),
        user(result("b", "second")),
        model(call("c", q=1)),
        user(result("c", "third")),
    )
    (one,) = bundled(run, Replacement(2, 0, "x")).recorded_results
    assert [(each.position, each.content) for each in one.results] == [("[4].0", "second"), ("[6].0", "third")]


@pytest.mark.parametrize(
    "run",
    [
        one_call(f"the key is {SECRET}"),
        one_call("ok", api_key="hunter2hunter2"),
        run_of(user("go"), model(call("a")), user(result("a")), model(f"it is {SECRET}")),
    ],
)
def test_a_credential_is_refused_masked_with_its_place_or_included_on_purpose(run: Run) -> None:
    replacement = Replacement(2, 0, "x")
    assert "look like credentials" in refused(make_bundle(run, replacement, "anthropic_messages", None, WHY))
    masked = bundled(run, replacement, credentials="mask")
    assert (masked.credentials, masked.equality) == ("masked", "masked")
    assert masked.masked
    whole = masked.model_dump_json()
    assert SECRET not in whole
    assert "hunter2" not in whole
    assert [one.code for one in check_bundle(masked) if one.severity == "error"] == []
    kept = bundled(run, replacement, credentials="include")
    assert (kept.credentials, kept.masked) == ("included", [])
    assert "rebuilt" in kept.equality


def test_a_credential_in_the_replacement_is_refused_as_well() -> None:
    made = make_bundle(one_call("ok"), Replacement(2, 0, SECRET), "anthropic_messages", None, WHY)
    assert "look like credentials" in refused(made)
    assert SECRET not in refused(made)


def test_the_sign_in_of_a_provider_run_tool_never_enters() -> None:
    servers = [{"type": "url", "url": "https://mcp.example", "authorization_token": "t0"}]
    run = run_of(user("go"), model(call("a")), user(result("a")), model("done"), max_tokens=5, mcp_servers=servers)
    made = bundled(run, Replacement(2, 0, "x"), credentials="include")
    assert "mcp_servers" in made.request
    assert "authorization_token" not in made.request["mcp_servers"][0]
    assert [one.path for one in made.masked] == ["request.mcp_servers[0].authorization_token"]


def test_a_result_that_cannot_be_swapped_is_refused_with_the_reason() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("a")), model("done"))
    made = make_bundle(run, Replacement(2, 0, "x"), "anthropic_messages", None, WHY)
    assert refused(made) == "call b is never answered in the part to be sent ([1].1)"


def test_a_system_prompt_from_a_file_is_sent_and_named() -> None:
    made = bundled(one_call("ok"), Replacement(2, 0, "x"), supplied=(SuppliedField("system", "Be kind.", "abc"),))
    assert made.request["system"] == "Be kind."
    assert [(one.field, one.sha256) for one in made.supplied] == [("system", "abc")]
    assert not any("system prompt" in warning for warning in made.warnings)


@pytest.mark.parametrize("given", [{}, {"content": None}, {"content": [{"type": "text", "text": "x"}]}])
def test_a_swap_for_the_same_leaves_a_result_as_the_file_has_it(given: dict[str, Any]) -> None:
    body = {
        "messages": [
            user("go"),
            model(call("a")),
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", **given}]},
            model("done"),
        ]
    }
    (run,) = read_values(body, format="anthropic_messages")
    stored = stored_messages(run, decode(json.dumps(body).encode(), "run"))
    made = bundled(run, Replacement(2, 0, given.get("content")), stored=stored)
    assert made.request["messages"] == body["messages"][:3]
    assert (made.losses, made.equality) == ([], "word_by_word")


@pytest.mark.parametrize("content", [None, {"a": 1}, [], ""])
def test_the_same_holds_for_a_tool_message(content: Any) -> None:
    asked = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "a", "content": content},
        {"role": "assistant", "content": "done"},
    ]
    (run,) = read_values({"messages": messages}, format="openai_chat")
    stored = stored_messages(run, decode(json.dumps({"messages": messages}).encode(), "run"))
    made = bundled(run, Replacement(2, 0, content), "openai_chat", stored=stored)
    assert made.request["messages"] == messages[:3]
    other = bundled(run, Replacement(2, 0, "x"), "openai_chat", stored=stored)
    assert other.request["messages"] == [*messages[:2], {**messages[2], "content": "x"}]
