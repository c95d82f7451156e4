"""What users of other viewers met: each input small, each answer asked at the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from messages import call, model, result, user

from viewer.cli import main


def stored(folder: Path, *values: Any, name: str = "run.json") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(map(json.dumps, values)))
    return str(path)


def command(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def shown(path: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(command("show", path, "--json"))
    return made


def summaries(*paths: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in command("summary", "--json", *paths).splitlines()]


def codes(made: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in made["findings"]]


def test_parallel_results_in_another_order_belong_to_their_own_calls(tmp_path: Path) -> None:
    calls = [call("A", "bash", cmd="a"), call("B", "bash", cmd="b"), call("C", "bash", cmd="c")]
    path = stored(
        tmp_path, [user("go"), model(*calls), user(result("C", "CCC"), result("A", "AAA"), result("B", "BBB"))]
    )
    made = shown(path)
    assert [block["content"] for block in made["messages"][2]["blocks"]] == ["CCC", "AAA", "BBB"]
    assert codes(made) == ["ends_before_reply"]
    assert summaries(path)[0]["unanswered_calls"] == 0


def test_parallel_calls_of_one_id_are_ambiguous_and_paired_in_order(tmp_path: Path) -> None:
    path = stored(tmp_path, [user("go"), model(*[call("bash")] * 3), user(*[result("bash")] * 3)])
    assert codes(shown(path)) == ["ambiguous_ids", "ends_before_reply"]
    assert [summaries(path)[0][name] for name in ("tool_calls", "tool_results", "unanswered_calls")] == [3, 3, 0]


def test_what_a_compaction_left_over_is_named_and_its_context_unknown(tmp_path: Path) -> None:
    path = stored(tmp_path, [user("summary …"), user(result("X", "r")), model("done")])
    made = shown(path)
    assert {"result_without_call", "assistant_dropped"} <= set(codes(made))
    seen = made["messages"][2]["visible"]
    assert (seen["status"], seen["ranges"]) == ("unknown", [])
    assert "compaction" in seen["reason"]


def test_a_call_that_nothing_answered_is_named_with_its_place(tmp_path: Path) -> None:
    made = shown(stored(tmp_path, [user("go"), model(call("toolu_x")), user("stop")]))
    (finding,) = [one for one in made["findings"] if one["code"] == "call_never_answered"]
    assert finding["positions"][0] == {"message_index": 1, "block": 0, "tool_use_id": "toolu_x"}
    assert "toolu_x" in finding["text"]


def test_cached_tokens_are_counted_once_in_either_shape(tmp_path: Path) -> None:
    usage = {"input_tokens": 5, "cache_read_input_tokens": 128955, "cache_creation_input_tokens": 1253}
    one = stored(tmp_path, [user("a"), model(call("t"), usage=usage)], name="anthropic.json")
    openai = {
        "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b", "tool_calls": []}],
        "model": "gpt-5",
    }
    response = {
        "object": "chat.completion", "model": "gpt-5",
        "choices": [{"index": 0, "message": openai["messages"][1], "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 17903, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 17817}},
    }  # fmt: skip
    other = stored(tmp_path, response, name="openai.json")
    for path, prompt in ((one, 130213), (other, 17903)):
        counts = summaries(path)[0]["usage"]
        known = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        assert sum(counts[name] or 0 for name in known) == prompt


def claude_line(kind: str, uuid: str, parent: str | None, message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "isSidechain": False,
        "timestamp": f"2026-05-24T10:00:0{len(uuid)}Z", "message": message, **more,
    }  # fmt: skip


def test_one_response_on_several_lines_is_one_request(tmp_path: Path) -> None:
    parts = [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": "ok"}, call("t1")]
    lines = [claude_line("user", "u", None, {"role": "user", "content": "go"})]
    for number, (part, output) in enumerate(zip(parts, (1, 1, 120), strict=True)):
        message = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": [part]}
        message["usage"] = {"input_tokens": 10, "output_tokens": output}
        lines.append(
            claude_line("assistant", f"a{number}", f"a{number - 1}" if number else "u", message, requestId="r1")
        )
    path = stored(tmp_path, *lines, name="s.jsonl")
    (line,) = summaries(path)
    assert (line["format"], line["model_requests"], line["usage"]["output_tokens"]) == ("claude_code", 1, 120)
    made = shown(path)
    assert [block["type"] for block in made["messages"][1]["blocks"]] == ["thinking", "text", "tool_use"]
    assert made["messages"][1]["records"] == [2, 3, 4]


def test_request_fields_that_are_not_stored_are_not_shown_as_empty(tmp_path: Path) -> None:
    made = shown(stored(tmp_path, [user("a"), model(call("t"))]))
    assert made["request_fields"]["tools"] == {"status": "not_stored"}
    assert "tool schemas" in [gap["what"] for gap in made["not_in_file"]]


def test_flat_and_nested_tool_calls_are_both_read(tmp_path: Path) -> None:
    nested = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
    flat = {"id": "c2", "name": "f", "arguments": '{"a": 2}'}
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [nested, flat]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"},
        {"role": "tool", "tool_call_id": "c2", "content": "2"},
    ]
    (line,) = summaries(stored(tmp_path, messages))
    assert (line["tool_calls"], line["unanswered_calls"], line["problems"]) == (2, 0, 0)


def test_a_text_is_counted_whole_however_much_of_it_is_shown(tmp_path: Path) -> None:
    path = stored(tmp_path, [user("x" * 70_000), model(call("t"))])
    assert "of 70,000 characters" in command("show", path)
    assert "x" * 70_000 in command("show", path, "[0].0")


@pytest.mark.parametrize("half", ["ok \udcb2 end", "\ud83d", "\ude00\ud83d"])
def test_half_a_character_breaks_no_output(tmp_path: Path, half: str) -> None:
    path = stored(tmp_path, [user(half), model(call("t", "f", text=half)), user(result("t", half))])
    made = shown(path)
    assert made["messages"][0]["blocks"][0]["text"] == half
    assert "\\ud" in command("show", path)
    assert summaries(path)[0]["tool_calls"] == 1


def test_money_markup_and_big_numbers_are_shown_as_they_are(tmp_path: Path) -> None:
    words = "refund $89.00 of $120.50 :red[x] :material/home: # h **b** <b>1</b>"
    path = stored(tmp_path, [user("go"), model(call("t", "f", id=107505301260286111)), user(result("t", words))])
    told = command("show", path)
    assert words in told
    assert '{"id": 107505301260286111}' in told
    assert shown(path)["messages"][1]["blocks"][0]["input"] == {"id": 107505301260286111}


def test_terminal_codes_are_told_and_not_obeyed(tmp_path: Path) -> None:
    path = stored(tmp_path, [user("go"), model(call("t")), user(result("t", "\x1b[31mFAIL\x1b[0m\r10%\r100%"))])
    assert "\\u001b[31mFAIL\\u001b[0m␍10%␍100%" in command("show", path)
    assert shown(path)["messages"][2]["blocks"][0]["content"] == "\x1b[31mFAIL\x1b[0m\r10%\r100%"


def test_parts_of_an_unknown_kind_are_counted_and_kept(tmp_path: Path) -> None:
    made = shown(stored(tmp_path, [user("go"), model({"type": "hologram", "beam": [1]}, call("t"))]))
    assert made["messages"][1]["blocks"][0] == {
        "index": 0,
        "type": "unknown",
        "kind": "hologram",
        "raw": {"type": "hologram", "beam": [1]},
    }
    assert "unknown_blocks" in codes(made)


@pytest.mark.parametrize("messages", [1, 61, 600])
def test_every_message_is_reachable_however_many_there_are(tmp_path: Path, messages: int) -> None:
    path = stored(
        tmp_path,
        [user(f"m{number}") if number % 2 == 0 else model(call(f"t{number}")) for number in range(messages + 1)],
    )
    assert len(shown(path)["messages"]) == messages + 1
    assert f"[{messages}] " in command("show", path, f"[{messages}]")
