"""Every API has a name, and a run has one that it is sent to if nobody chooses."""

from conftest import sample

from viewer.replay.built import APIS
from viewer.ui.replay_apis import TITLES, number_of
from viewer.ui.run_facts import derived


def test_every_api_has_a_title() -> None:
    assert set(TITLES) == set(APIS)


def test_a_run_is_sent_in_its_own_form_else_in_the_nearest() -> None:
    for name, api in (
        ("refund/refund.json", "anthropic_messages"),
        ("openai_responses/items.json", "openai_responses"),
        ("codex/two_turns.jsonl", "openai_responses"),
    ):
        assert APIS[number_of(derived(sample(name), "0" * 16))] == api
