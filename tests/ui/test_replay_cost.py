"""The lines before anything is sent."""

from dataclasses import replace
from decimal import Decimal

from bundles import refund_bundle

from viewer.replay.send_endpoints import Endpoint
from viewer.replay.send_plan import Plan, SendOptions, plan
from viewer.ui.replay_cost import EXAMPLE, cost_rows
from viewer.ui.run_segments import segments_text

ENDPOINT = Endpoint("e", "anthropic_messages", "https://x.example", None, {}, Decimal("0.001"), Decimal("0.01"))


def _plan(endpoint: Endpoint = ENDPOINT, **more: object) -> Plan:
    return plan(refund_bundle(), endpoint, SendOptions(samples=2, model="own-7", max_tokens=50, **more))  # type: ignore[arg-type]  # its own fields


def _texts(made: Plan) -> dict[str, str]:
    return {name: segments_text(line) for name, line in cost_rows(made)}


def test_place_samples_requests_and_cost_are_told() -> None:
    told = _texts(_plan())
    assert told["to"] == "https://x.example · model own-7"
    assert told["samples"].startswith("4 samples to take, unswapped and swapped in turn")
    assert told["requests"].startswith("4 to 32 of about")
    assert told["cost"].startswith("about $")
    assert "at most $" in told["cost"]


def test_an_unknown_price_is_never_nothing() -> None:
    assert _texts(_plan(replace(ENDPOINT, input_dollars=None, output_dollars=None)))["cost"].startswith("not known")


def test_when_all_are_taken_no_cost_is_shown() -> None:
    made = replace(_plan(control=False), todo=(), done=2)
    assert _texts(made) == {"to": "https://x.example · model own-7", "samples": "all 2 are taken, swapped"}


def test_an_example_is_given_for_each_api() -> None:
    assert all(f'protocol = "{protocol}"' in text for protocol, text in EXAMPLE.items())
