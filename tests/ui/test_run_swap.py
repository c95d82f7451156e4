from conftest import sample
from messages import call, model, result, run_of, user

from viewer.model.block import ToolResult
from viewer.replay.swap import Replacement, SwappedRequest, swap
from viewer.ui.run_segments import segments_text
from viewer.ui.run_swap import EDITED, replaced, request_rows, stored_text


def test_the_field_starts_with_the_stored_text() -> None:
    assert stored_text(ToolResult("a", "hello"), frozenset()) == ("hello", "")
    assert stored_text(ToolResult("a", None), frozenset()) == ("", "")
    assert stored_text(ToolResult("a", [{"id": "4471"}]), frozenset())[0] == '[\n  {\n    "id": "4471"\n  }\n]'


def test_what_cannot_or_may_not_stand_in_the_field_leaves_it_empty_with_the_reason() -> None:
    assert stored_text(ToolResult("a", "x" * (EDITED + 1)), frozenset())[0] == ""
    text, why = stored_text(ToolResult("a", "KEY sk-ant-api03-abcdefghijklmnop"), frozenset())
    assert text == "" and "credentials" in why
    assert "cannot show" in stored_text(ToolResult("a", "\ud800"), frozenset())[1]


def test_typed_json_stays_json_only_where_the_stored_content_is_no_text() -> None:
    assert replaced('[{"id": 1}]', ToolResult("a", [{"id": 2}])) == [{"id": 1}]
    assert replaced('[{"id": 1}]', ToolResult("a", "text")) == '[{"id": 1}]'
    assert replaced("gone", ToolResult("a", [{"id": 2}])) == "gone"


def test_the_rows_name_what_is_sent_and_what_is_not() -> None:
    built = swap(sample("refund/refund.json"), Replacement(4, 0, "down", True), "anthropic_messages")
    assert isinstance(built, SwappedRequest)
    rows = [(name, segments_text(line)) for name, line in request_rows(built)]
    assert ("sent", "[0–4]") in rows
    assert ("discarded", "[5] [6] [7] came after that model call and are not in it") in rows
    assert any(name == "warning" and "system prompt" in line for name, line in rows)


def test_a_result_at_the_end_discards_nothing() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a")))
    built = swap(run, Replacement(2, 0, "x"), "anthropic_messages")
    assert isinstance(built, SwappedRequest)
    assert segments_text(dict(request_rows(built))["discarded"]).startswith("nothing")
