import json
from typing import Any

from conftest import sample
from messages import call, model, result, run_of, text, user

from viewer.ui.ledger_rows import ALL_PREVIEWS, FLAGS, ledger_columns
from viewer.ui.run_facts import derived


def columns(run: Any) -> dict[str, Any]:
    return dict(json.loads(ledger_columns(derived(run, "key"))))


def test_the_refund_run_as_columns() -> None:
    found = columns(sample("refund/refund.json"))
    assert found["messages"] == 8
    assert found["producer"] == [0, 1, 2, 1, 2, 1, 2, 1]
    assert found["k"] == [0, 1, 0, 2, 0, 3, 0, 4]
    assert found["pair"] == ["", ">2", "<1", ">4", "<3", ">6", "<5", ""]
    assert found["input_tokens"] == [-2, 1420, -2, -1, -2, 2690, -2, 2930]
    assert found["control"] == [1, 0, 1, 0, 1, 0, 1, 2]
    assert found["tool_names"] == ["search_orders", "get_shipment", "lookup_policy", "issue_refund"]
    assert found["tools"] == ["", "0 1", "0 1", "2", "2", "3", "3", ""]
    calls = found["what"][1].split("\x1f")
    assert [part[0] for part in calls] == ["t", "c", "c"]
    assert calls[2] == 'cget_shipment\x1e{order_id: "4471"}'


def test_text_that_is_half_a_character_or_invisible_is_escaped() -> None:
    run = run_of(user("a \ud800 b \u202e c \x07 \x1b[31mred\x1b[0m"), model("ok"))
    assert columns(run)["what"][0] == r"ta \ud800 b \u202e c \u0007 ␛red␛"


def test_dividers_of_the_columns_in_a_text_divide_nothing() -> None:
    run = run_of(user("a\x1fb\x1dc\x1ed"), model(call("x", "na\x1eme\x1f", **{"k\x1d": "v\x1f"})))
    found = columns(run)["what"]
    assert found[0] == "ta b c d"
    assert found[1] == 'cna me\x1e{k: "v"}'
    assert len(found) == 2


def test_a_credential_is_masked_in_a_row() -> None:
    run = run_of(user("use sk-ant-api03-abcdefghijklmnop please"), model("ok"))
    assert columns(run)["what"][0] == "tuse ⟦masked: sk-a… 29 characters⟧ please"


def test_failed_results_and_findings_are_flagged() -> None:
    run = run_of(user("go"), model(call("a"), call("b")), user(result("a", "no", is_error=True)), user("x"), model("y"))
    flags = columns(run)["flags"]
    assert flags[2] & FLAGS["failed"]
    assert flags[1] & FLAGS["error"]
    assert columns(run)["pair"][1] == ">2 !"


def test_results_and_a_callers_words_in_one_message_have_both_producers() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a"), "and hurry"), model("ok"))
    assert columns(run)["producer"] == [0, 1, 3, 1]


def test_problems_and_branches_stand_in_their_place() -> None:
    marks = columns(sample("broken/unread_record.json"))["marks"]
    assert [(mark["after"], mark["record"]) for mark in marks] == [(1, 3)]
    branches = columns(sample("claude_code/left_path.jsonl"))["marks"]
    assert [(mark["after"], mark["branch"], mark["count"]) for mark in branches] == [(1, 1, 4)]


def test_many_blocks_are_counted_and_long_runs_get_shorter_rows() -> None:
    run = run_of(user(*[text(f"part {number}") for number in range(30)]), model("ok"))
    assert columns(run)["what"][0].split("\x1f")[-1] == "+18"
    long = run_of(*[user("word " * 100) for _ in range(ALL_PREVIEWS // 50)])
    assert all(len(row) < 60 for row in columns(long)["what"][:10])


def test_equal_tool_names_share_a_number_and_a_hostile_name_is_text() -> None:
    run = run_of(user("go"), model(call("a", "<img src=x>"), call("b", "<img src=x>")), user(result("b"), result("a")))
    found = columns(run)
    assert found["tool_names"] == ["<img src=x>"]
    assert found["tools"] == ["", "0", "0"]


def test_a_call_that_started_a_sub_run_is_flagged() -> None:
    flags = columns(sample("sub_agents/order_survey.jsonl"))["flags"]
    assert [index for index, one in enumerate(flags) if one & FLAGS["sub_run"]] == [1]


def test_the_effect_of_a_write_tool_is_marked_at_its_result() -> None:
    facts = derived(sample("refund/refund.json"), "key")
    flags = json.loads(ledger_columns(facts, frozenset({"issue_refund"})))["flags"]
    assert [index for index, flag in enumerate(flags) if flag & FLAGS["effect"]] == [6]
    assert json.loads(ledger_columns(facts, frozenset({"issue_*"})))["flags"] == flags, "by a pattern too"
    assert not any(flag & FLAGS["effect"] for flag in json.loads(ledger_columns(facts))["flags"])
