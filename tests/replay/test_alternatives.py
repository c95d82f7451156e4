"""Ready answers keep the form of what is stored."""

import pytest
from bundles import refund
from messages import call, model, result, run_of, text, user

from viewer.analysis.pairing import pair
from viewer.replay.alternatives import alternatives, results_of, tool_of


@pytest.mark.parametrize("stored", ["Order 4471", None, {"id": 1}])
def test_text_is_offered_where_the_stored_content_is_no_list(stored: object) -> None:
    found = {one.title: (one.content, one.is_error) for one in alternatives(stored)}
    assert found["an empty list"] == ("[]", None)
    assert all(isinstance(content, str) for content, _ in found.values())
    assert [title for title, (_, is_error) in found.items() if is_error] == ["an error", "a time-out", "a refusal"]


def test_a_list_stays_a_list_of_its_own_parts() -> None:
    found = {one.title: one.content for one in alternatives([text("x")])}
    assert found["an empty list"] == []
    assert found["an error"][0]["type"] == "text"
    assert alternatives([{"type": "input_text", "text": "x"}])[0].content[0]["type"] == "input_text"
    assert alternatives([{"type": "image"}])[0].content[0]["type"] == "text"


def test_results_of_a_tool_are_found_in_order() -> None:
    run = run_of(
        user("go"),
        model(call("a"), call("b", "other")),
        user(result("a"), result("b")),
        model(call("c")),
        user(result("c")),
    )
    assert results_of(run, "bash") == [(2, 0), (4, 0)]
    assert tool_of(run, pair(run.messages), (2, 1)) == "other"
    assert tool_of(refund(), pair(()), (4, 0)) is None
