"""Which result the address names, and the list of those that can be replaced."""

import pytest
from bundles import refund
from messages import call, model, result, run_of, user

from viewer.ui.replay_target import flag_word, parameters, place_of, places, rows
from viewer.ui.run_facts import RunFacts, derived


def _facts() -> RunFacts:
    return derived(refund(), "0" * 16)


def test_the_address_names_a_result() -> None:
    assert place_of(_facts(), parameters(4, 0)["at"]) == (4, 0)
    assert place_of(_facts(), None) is None


@pytest.mark.parametrize("at", ["", "4", "x.y", "99.0", "4.9", "0.0", "4.0.0", "-1.0", "<script>"])
def test_what_names_no_result_gets_a_sentence(at: str) -> None:
    found = place_of(_facts(), at)
    assert isinstance(found, str)
    assert "<" not in found


def test_the_list_has_every_result_of_a_client_tool_masked() -> None:
    run = run_of(
        user("go"),
        model(call("a"), {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}),
        user(result("a", "key sk-ant-api03-abcdefghijklmnopqrst", is_error=True)),
        model("done"),
    )
    facts = derived(run, "0" * 16)
    assert places(facts) == [(2, 0)]
    (row,) = rows(facts, places(facts))
    assert (row["position"], row["tool"], row["error flag"]) == ("[2].0", "bash", "true")
    assert "abcdefghij" not in row["result"]
    assert flag_word(None) == "not recorded"
