"""The panel of one request: fields by status, the difference, the answer."""

import msgspec
from conftest import sample
from messages import model, run_of, user

from viewer.model.request import RequestFields, recorded
from viewer.ui.run_facts import RunFacts, derived
from viewer.ui.run_request import overview_rows, request_rows
from viewer.ui.run_segments import segments_text


def _told(facts: RunFacts, k: int) -> dict[str, str]:
    return {name: segments_text(line) for name, line in request_rows(facts, facts.views[k - 1])}


def test_a_request_is_told_as_far_as_the_record_goes() -> None:
    told = _told(derived(sample("refund/refund.json"), "key"), 3)
    assert told["messages"].startswith("[0–4]")
    assert told["since"].startswith("request 2: added [3] [4]")
    assert told["system prompt"] == told["tool schemas"] == told["parameters"] == "(not stored)"
    assert "2,690" in told["tokens"]
    assert "+1,270 ← [1–4] together" in told["tokens"]
    assert "tool_use" in told["answer"]


def test_a_size_that_is_not_recorded_is_said_to_be() -> None:
    assert _told(derived(sample("refund/refund.json"), "key"), 2)["tokens"].startswith("in — (not recorded)")


def test_stored_fields_are_told_by_size_and_tools_by_name() -> None:
    told = _told(derived(sample("order_status/order_status.json"), "key"), 1)
    assert "characters recorded" in told["system prompt"]
    assert told["tool schemas"] == "2 tools recorded search_orders get_shipment "
    assert "max_tokens" in told["parameters"]


def test_what_came_and_went_at_a_compaction_is_told() -> None:
    facts = derived(sample("sub_agents/order_survey.jsonl"), "key")
    k = next(view.request.k for view in facts.views if view.removed)
    assert "no longer held [" in _told(facts, k)["since"]


def test_the_overview_counts_what_the_file_tells() -> None:
    rows = dict(overview_rows(derived(sample("order_status/order_status.json"), "key")))
    assert segments_text(rows["what was sent"]) == "(2 derived)"
    assert "tool schemas on 2 of 2" in segments_text(rows["outside the list"])


def test_a_changed_tool_list_names_what_is_new_and_gone() -> None:
    run = run_of(user("a"), model("b"), user("c"), model("d"))
    first = RequestFields(0, (), tools=recorded([{"name": "old"}, {"name": "kept"}]))
    second = RequestFields(2, (), tools=recorded([{"name": "kept"}, {"function": {"name": "new"}}]))
    facts = derived(msgspec.structs.replace(run, request_fields=(first, second)), "key")
    changed = _told(facts, 2)["changed"]
    assert "2 tools → 2 tools" in changed
    assert "new new" in changed and "gone old" in changed
