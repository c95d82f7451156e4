"""What the model saw of each block, beside what is stored."""

import json
import time

import pytest
from conftest import SAMPLES, sample
from messages import call, model, result, run_of, text, user

from viewer import load
from viewer.analysis.model_visible import ModelVisible, Stripped, VisibleBlock, as_document, model_visible
from viewer.analysis.pairing import pair
from viewer.model.block import Text, Thinking, ToolResult, ToolUse
from viewer.model.run import Run, walk
from viewer.model.source import Source

SOURCES = tuple(load.sources([SAMPLES]))


def block(view: ModelVisible, message: int, number: int = 0) -> VisibleBlock:
    (found,) = [one for one in view.blocks if (one.message_index, one.block) == (message, number)]
    return found


def call_ids(view: ModelVisible) -> list[str | None]:
    return [
        one.visible.id if isinstance(one.visible, ToolUse) else one.visible.tool_use_id
        for one in view.blocks
        if isinstance(one.visible, ToolUse | ToolResult)
    ]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_block_of_every_format_stands_in_the_view_once(source: Source) -> None:
    for root in load.runs(source):
        for run in walk(root):
            view = model_visible(run)
            places = [(one.message_index, one.block) for one in view.blocks]
            assert places == [
                (message.index, number) for message in run.messages for number in range(len(message.blocks))
            ]
            assert json.dumps(as_document(view))


def test_ids_are_replaced_by_aliases_in_the_order_in_which_they_first_appear() -> None:
    run = run_of(
        user("go"), model(call("toolu_b"), call("toolu_a")), user(result("toolu_a"), result("toolu_b")), model("done")
    )
    view = model_visible(run)
    assert call_ids(view) == ["call_1", "call_2", "call_2", "call_1"]
    assert block(view, 1).stripped == (Stripped("id", "toolu_b", "call_1"),)
    assert block(view, 2).stripped == (Stripped("tool_use_id", "toolu_a", "call_2"),)


def test_aliases_begin_anew_with_each_turn_and_results_stay_with_their_calls() -> None:
    run = run_of(
        user("go"),
        model(call("toolu_a")),
        user(result("toolu_a")),
        model("done"),
        user("again"),
        model(call("toolu_c")),
        user(result("toolu_c"), "and hurry"),
    )
    view = model_visible(run)
    assert call_ids(view) == ["call_1", "call_1", "call_1", "call_1"]
    assert [one.turn for one in view.blocks] == [1, 1, 1, 1, 2, 2, 2, 2]


def test_a_result_without_a_call_gets_an_alias_and_no_id_none() -> None:
    run = run_of(user("go"), model(call(None), call("toolu_a")), user(result(None), result("toolu_lost")))
    assert call_ids(model_visible(run)) == [None, "call_1", None, "call_2"]


def test_what_a_request_held_is_sent_and_what_none_held_is_not() -> None:
    view = model_visible(run_of(user("go"), model(call("a")), user(result("a")), model("done"), user("thanks")))
    assert [(one.seen, one.k) for one in view.blocks] == [
        ("sent", 1),
        ("written", 1),
        ("sent", 2),
        ("written", 2),
        ("not_sent", None),
    ]
    assert next((one.what, one.count) for one in view.only_in_file) == ("messages never sent", 1)


def test_where_a_context_is_unknown_it_is_not_told_what_was_sent() -> None:
    lost = run_of(user(result("toolu_lost")), model("well"), user("and?"), model("yes"))
    assert [one.seen for one in model_visible(lost).blocks] == ["unknown", "written", "unknown", "written"]


def test_what_stood_before_a_compaction_was_sent_before_it() -> None:
    view = model_visible(sample("ankole/conversation.json"))
    assert block(view, 9).k == 5
    assert block(view, 7).k == 4


def test_who_ran_a_tool_is_told_or_not_recorded() -> None:
    view = model_visible(sample("ankole/trajectory.json"))
    runners = [one.runner for one in view.blocks if isinstance(one.visible, ToolUse | ToolResult)]
    assert runners == ["client", "client", "provider", "provider"]
    assert block(view, 0).runner is None
    lead = load.runs(next(load.sources([SAMPLES / "ankole/job.json"])))[1]
    assert block(model_visible(lead), 0, 1).runner == "not recorded"


def test_a_signature_is_for_the_provider_and_no_text() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
    seen = block(model_visible(run_of(user("go"), model(thought))), 1)
    assert seen.visible == Thinking("hm")
    assert seen.stripped == (Stripped("signature", "c2ln", None),)


def test_an_id_that_a_text_quotes_is_a_leak_and_is_named() -> None:
    run = run_of(
        user("go"),
        model("calling", call("toolu_01A", path="see toolu_01A.")),
        user(result("toolu_01A", [{"type": "text", "text": "done: toolu_01A"}])),
        model("ok"),
    )
    quoted = [one.quoted_ids for one in model_visible(run).blocks]
    assert quoted == [(), (), ("toolu_01A",), ("toolu_01A",), ()]
    assert not any(one.quoted_ids for one in model_visible(run_of(user("call a"), model(call("a")))).blocks)


def test_marks_of_the_harness_on_the_whole_record_are_told() -> None:
    assert model_visible(sample("ankole/trajectory.json")).marks == ("redacted",)
    assert model_visible(sample("ankole/console_job.json")).marks == ("content_truncated",)
    assert block(model_visible(sample("ankole/console_job.json")), 2).marks == ("truncated",)


def test_text_stays_as_it_is() -> None:
    seen = block(model_visible(run_of(user("go"))), 0)
    assert seen.visible == Text("go")
    assert (seen.stripped, seen.marks) == ((), ())


def test_the_document_holds_no_contents() -> None:
    made = as_document(model_visible(run_of(user("secret words"), model(call("toolu_1")))))
    assert made["blocks"][1] == {
        "message_index": 1,
        "block": 0,
        "turn": 1,
        "type": "tool_use",
        "seen": "written",
        "k": 1,
        "runner": "client",
        "marks": (),
        "stripped": ({"name": "id", "value": "toolu_1", "instead": "call_1"},),
        "quoted_ids": (),
    }
    assert "secret words" not in json.dumps(made)


def test_paired_calls_and_results_of_a_turn_share_their_alias() -> None:
    for source in SOURCES:
        for root in load.runs(source):
            for run in walk(root):
                _check_aliases(run)


def _check_aliases(run: Run) -> None:
    seen = {(one.message_index, one.block): one for one in model_visible(run).blocks}
    for before, after in pair(run.messages).answers.items():
        one, other = seen[before], seen[after]
        if (
            one.turn == other.turn
            and one.stripped
            and other.stripped
            and one.stripped[0].value == other.stripped[0].value
        ):
            assert one.stripped[0].instead == other.stripped[0].instead


def test_its_time_grows_with_the_messages_and_not_faster() -> None:
    def seconds(rounds: int) -> float:
        messages = [user("go")]
        for number in range(rounds):
            messages += [model(text("x"), call(f"toolu_{number}")), user(result(f"toolu_{number}"))]
        run = run_of(*messages)
        started = time.thread_time()
        model_visible(run)
        return time.thread_time() - started

    assert min(seconds(4_000) for _ in range(3)) < 24 * max(min(seconds(500) for _ in range(3)), 0.002)
