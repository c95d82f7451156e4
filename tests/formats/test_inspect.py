"""Inspect logs: endings, verdicts, usage, contexts, archives whole and broken."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import inspect_archives
import pytest
from accounting import unaccounted
from conftest import SAMPLES, sample
from inspect_archives import archive, late, lost, pooled

from viewer import load
from viewer.analysis.summary import summary
from viewer.decode.decoder import decode, decode_member
from viewer.decode.document import JsonDocument
from viewer.decode.members import Members
from viewer.decode.record_bytes import raw_records
from viewer.errors import RunFileError
from viewer.formats.registry import matches
from viewer.model.run import Run
from viewer.model.usage import Usage

if sys.version_info >= (3, 14):
    from zipfile import ZIP_ZSTANDARD
else:
    from backports.zstd.zipfile import ZIP_ZSTANDARD


def log(tmp_path: Path, *samples: dict[str, Any], **head: Any) -> tuple[Run, ...]:
    """The runs of a document log with these samples."""
    path = tmp_path / "log.json"
    value = {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "plan": {}, **head}
    path.write_text(json.dumps({**value, "samples": samples}), encoding="utf-8")
    return load.runs(next(load.sources([path])))


def read(tmp_path: Path, data: bytes) -> tuple[Run, ...]:
    path = tmp_path / "log.eval"
    path.write_bytes(data)
    return load.runs(next(load.sources([path])))


def test_the_archives_among_the_samples_hold_what_their_maker_makes() -> None:
    for name, make in inspect_archives.ARCHIVES.items():
        made, kept = decode(make(), name), decode((SAMPLES / "inspect" / name).read_bytes(), name)
        assert isinstance(made, Members) and isinstance(kept, Members)
        assert [(each, made.read(each)) for each in made.names] == [(each, kept.read(each)) for each in kept.names]


def test_zstd_deflate_and_a_document_say_the_same_of_a_sample(tmp_path: Path) -> None:
    (from_zstd,) = read(tmp_path, pooled())
    header = {"version": 2, "status": "success", "eval": inspect_archives.EVAL, "plan": {}}
    (from_deflate,) = read(tmp_path, archive({"samples/x.json": late(), "header.json": header}, zipfile.ZIP_DEFLATED))
    (from_document,) = log(tmp_path, late(), eval=inspect_archives.EVAL)
    assert from_zstd.messages == from_deflate.messages == from_document.messages
    assert from_zstd.requests == from_deflate.requests == from_document.requests
    assert from_zstd.attributes == from_deflate.attributes


def test_a_sample_spread_over_members_reads_as_the_one_in_one_member() -> None:
    whole, spread = sample("inspect/pooled.eval"), sample("inspect/chunked.eval")
    assert whole.messages == spread.messages
    assert whole.requests == spread.requests
    assert whole.request_fields == spread.request_fields


def test_cache_that_stands_beside_the_input_is_not_taken_off_it() -> None:
    first, second = sample("inspect/pooled.eval").requests
    assert first.usage is not None and second.usage is not None
    assert (first.usage.input_tokens, first.usage.cache_creation_input_tokens) == (40, 300)
    assert (second.usage.input_tokens, second.usage.cache_read_input_tokens) == (95, 300)


def test_cache_that_is_part_of_the_input_is_taken_off_it() -> None:
    run = load.runs(next(load.sources([SAMPLES / "inspect" / "limits.json"])))[0]
    assert run.requests[0].usage is not None
    assert run.requests[0].usage.input_tokens == 100 - 64
    assert run.requests[0].usage.cache_read_input_tokens == 64


def test_a_failed_request_counts_as_an_attempt_of_the_reply_after_it() -> None:
    run = sample("inspect/pooled.eval")
    assert [request.attempts for request in run.requests] == [2, None]


def test_a_scorer_and_thrown_away_attempts_and_a_removed_call_are_told_in_notes() -> None:
    notes = sample("inspect/pooled.eval").notes
    assert any("1 replies of a scorer's model" in note for note in notes)
    assert any("sandbox lost" in note for note in notes)
    assert any("the call of submit was taken out" in note for note in notes)


def test_attachments_stand_in_place_and_a_lost_one_stays_a_name(tmp_path: Path) -> None:
    run = sample("inspect/pooled.eval")
    assert run.request_fields[0].tools.value[0]["description"] == "Where a parcel is now, by its tracking number."
    broken = late()
    broken["attachments"] = {}
    (run,) = log(tmp_path, broken)
    assert run.request_fields[0].tools.value[0]["description"] == "attachment://a1"


@pytest.mark.parametrize(
    ("limit", "cut_by", "unit"),
    [
        ("message", "steps", "messages"),
        ("token", "tokens", "tokens"),
        ("time", "time", "seconds"),
        ("working", "time", "seconds"),
        ("cost", "money", "US dollars"),
        ("context", "tokens", "tokens"),
        ("operator", "abort", "interventions"),
        ("custom", None, "of its own kind"),
    ],
)
def test_a_limit_cuts_the_run_whatever_its_score(tmp_path: Path, limit: str, cut_by: str | None, unit: str) -> None:
    (run,) = log(tmp_path, {**late(), "limit": {"type": limit, "limit": 7}})
    assert (run.ending.kind, run.ending.cut_by, run.ending.cap, run.ending.cap_unit) == ("censored", cut_by, 7, unit)
    assert (run.outcome, run.exit_status) == ("success", f"{limit} limit")


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        ("C", "success"), ("I", "failure"), ("N", "failure"), ("P", "unknown"), (1, "success"), (0.0, "failure"),
        (0.5, "unknown"), (True, "success"), (False, "failure"), ("Yes", "success"), ({"a": 1}, "unknown"),
        ([], "unknown"),
    ],
)  # fmt: skip
def test_the_score_tells_the_outcome_where_it_is_right_or_wrong(tmp_path: Path, value: Any, outcome: str) -> None:
    (run,) = log(tmp_path, {**late(), "scores": {"judge": {"value": value}}})
    assert run.outcome == outcome
    assert run.ending.kind == outcome


def test_of_several_scorers_the_headline_one_tells_the_outcome(tmp_path: Path) -> None:
    scored = {**late(), "scores": {"style": {"value": 0}, "judge": {"value": "C"}}}
    assert log(tmp_path, scored)[0].outcome == "failure"
    (run,) = log(tmp_path, scored, results={"headline": {"scorer": "judge"}})
    assert run.outcome == "success"


def test_each_request_says_which_messages_it_saw() -> None:
    contexts = [request.context for request in sample("inspect/pooled.eval").requests]
    assert [(context.status, context.ranges) for context in contexts if context is not None] == [
        ("recorded", ((0, 0),)),
        ("recorded", ((0, 2),)),
    ]


def test_messages_that_a_request_saw_but_the_list_lacks_are_counted(tmp_path: Path) -> None:
    changed = json.loads(json.dumps(late()))
    changed["events_data"]["messages"][1]["id"] = "rewritten"
    (run,) = log(tmp_path, changed)
    context = run.requests[1].context
    assert context is not None and context.rule is not None
    assert context.ranges == ((1, 2),)
    assert "1 of its messages are not in this list" in context.rule


def test_another_system_prompt_or_tool_list_opens_new_request_fields(tmp_path: Path) -> None:
    changed = late()
    changed["events_data"]["messages"].append({"id": "h0", "role": "system", "content": "You are the helper."})
    changed["events"][4]["input_refs"] = [[4, 5], [1, 4]]
    changed["events"][4]["tools"] = []
    (run,) = log(tmp_path, changed)
    first, second = run.request_fields
    assert (first.first_message, second.first_message) == (0, 3)
    assert second.system.value == "You are the helper."
    assert second.tools.value == []


def test_a_user_message_of_the_solver_starts_no_turn(tmp_path: Path) -> None:
    runs = load.runs(next(load.sources([SAMPLES / "inspect" / "limits.json"])))
    assert [message.producers[0].who for message in runs[1].messages] == ["caller", "model", "loop", "model"]
    assert summary(runs[1]).turns == 1


def test_an_assistant_message_of_the_input_is_no_reply() -> None:
    run = load.runs(next(load.sources([SAMPLES / "inspect" / "limits.json"])))[2]
    assert run.messages[1].role == "assistant"
    assert not run.requests


def test_the_oldest_layout_with_a_transcript_is_read(tmp_path: Path) -> None:
    old = late()
    old["transcript"] = {"events": old.pop("events"), "content": old.pop("attachments")}
    old["transcript"]["content"]["a3"] = "Where is PX-77?"
    old["messages"][1]["content"] = "tc://a3"
    old["score"] = {"value": "I"}
    del old["scores"]
    (run,) = log(tmp_path, old)
    assert run.messages[0].blocks[0].text == "Where is PX-77?"  # type: ignore[union-attr]  # it is text
    assert (run.outcome, len(run.requests), run.requests[0].attempts) == ("failure", 2, 2)


def test_an_unfinished_log_says_so_and_shows_what_is_there() -> None:
    run = sample("inspect/in-progress.eval")
    assert run.attributes["log_status"] == "started"
    assert any("still being written" in note for note in run.notes)


def test_one_damaged_sample_does_not_hide_the_others(tmp_path: Path) -> None:
    header = {"version": 2, "status": "success", "eval": inspect_archives.EVAL, "plan": {}}
    members = {"samples/a.json": late(), "samples/b.json": lost(), "samples/c.json": [1], "header.json": header}
    data = bytearray(archive(members, zipfile.ZIP_DEFLATED))
    data[200] ^= 0xFF
    runs = read(tmp_path, bytes(data))
    assert [len(run.messages) for run in runs] == [0, 2, 0]
    assert "damaged" in runs[0].problems[0].reason
    assert runs[2].problems[0].reason == "the sample holds no list of messages"
    assert unaccounted(runs) == []


def test_the_same_sample_logged_twice_makes_two_runs(tmp_path: Path) -> None:
    first, second = log(tmp_path, lost(), lost())
    assert (first.run_id, second.run_id) == ("lost_epoch_1~1", "lost_epoch_1~2")


def test_a_document_cut_inside_a_sample_does_not_take_its_verdict_for_missing(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    value = {"version": 2, "status": "success", "eval": {"task": "t"}, "plan": {}, "samples": [lost(), late()]}
    text = json.dumps(value)
    path.write_text(text[: text.index('"events": [{')], encoding="utf-8")
    runs = load.runs(next(load.sources([path])))
    assert runs[1].ending.rule == "the file ends inside this sample"
    assert len(runs[1].messages) == 4
    path.write_text(text[: text.index('"messages": [{"id": "m0"')], encoding="utf-8")
    runs = load.runs(next(load.sources([path])))
    assert runs[1].problems[0].reason == "the sample holds no list of messages"
    assert unaccounted(runs) == []


def test_a_log_of_headers_only_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="holds no run"):
        log(tmp_path)


def test_other_archives_and_documents_are_not_claimed() -> None:
    other = decode(archive({"header.json": {}, "data.json": []}, ZIP_ZSTANDARD), "x.zip")
    assert matches(other) == []
    plain = decode(b'{"eval": {"x": 1}, "version": 1}', "x.json")
    assert "inspect" not in [format.name for format, _, _ in matches(plain)]


def test_the_raw_records_of_a_sample_are_those_of_its_member() -> None:
    source = next(load.sources([SAMPLES / "inspect" / "pooled.eval"]))
    decoded = load.decode_source(source)
    (array,) = load.runs(source)[0].records
    raw = raw_records(decoded, array)
    assert isinstance(decoded, Members)
    document = decode_member(decoded, "samples/late_epoch_1.json")
    assert isinstance(document, JsonDocument)
    assert [json.loads(one) for one in raw] == document.value["messages"]


def _sample_alone() -> dict[str, Any]:
    reply = {"role": "assistant", "source": "generate", "content": "wet"}
    return {
        "id": "s1",
        "epoch": 2,
        "input": "Is it wet?",
        "target": "wet",
        "messages": [{"role": "user", "source": "input", "content": "Is it wet?"}, reply],
        "output": {
            "model": "m",
            "choices": [{"message": reply, "stop_reason": "stop"}],
            "usage": {"input_tokens": 9, "output_tokens": 1, "total_tokens": 10},
        },
        "scores": {"match": {"value": "C"}},
    }


def test_a_sample_alone_opens_with_the_header_of_its_unpacked_log(tmp_path: Path) -> None:
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples" / "s1_epoch_2.json").write_text(json.dumps(_sample_alone()), encoding="utf-8")
    head = {"version": 2, "status": "success", "eval": {"task": "garden", "model": "m"}, "plan": {}}
    (tmp_path / "header.json").write_text(json.dumps(head), encoding="utf-8")
    (source,) = load.sources([tmp_path])
    (run,) = load.runs(source)
    assert (run.run_id, run.label, run.outcome) == ("s1_epoch_2", "garden", "success")


def test_without_ids_and_events_the_samples_output_is_that_of_the_last_reply(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(_sample_alone()), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    assert run.requests[0].usage == Usage(9, None, None, 1)
    assert run.requests[0].stop_reason == "end_turn"
