"""`where` on the command line, in the shape that contracts.md gives."""

import json

from click.testing import CliRunner
from conftest import SAMPLES

from viewer.cli import main

REFUND = str(SAMPLES / "refund" / "refund.json")


def _run(*words: str) -> str:
    done = CliRunner().invoke(main, ["where", REFUND, *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_value_names_its_source() -> None:
    (use,) = [json.loads(line) for line in _run("8900", "--json").splitlines()]
    assert (use["at"], use["status"], use["count"], use["request_fields_stored"]) == (
        "[5].0:amount_cents",
        "exact",
        1,
        False,
    )
    (source,) = use["sources"]
    assert (source["position"], source["path"], source["kind"], source["nearest"]) == (
        "[2].0:[0].total_cents",
        "[0].total_cents",
        "source",
        True,
    )


def test_all_values_of_a_message_are_told() -> None:
    uses = [json.loads(line) for line in _run("--message", "7", "--json").splitlines()]
    assert [(use["text"], use["status"]) for use in uses] == [
        ("21 April", "not_in_visible_messages"),
        ("£89.00", "scaled"),
    ]


def test_in_words_it_also_appears_and_never_comes_from() -> None:
    told = _run("8900")
    assert "also appears in [2].0:[0].total_cents" in told
    assert "comes from" not in told


def test_which_came_first_is_answered() -> None:
    assert "came before" in _run("lookup_policy", "--before", "issue_refund")


def test_a_value_or_a_message_is_needed_not_both() -> None:
    assert CliRunner().invoke(main, ["where", REFUND]).exit_code == 2
    assert CliRunner().invoke(main, ["where", REFUND, "8900", "--message", "3"]).exit_code == 2
    assert CliRunner().invoke(main, ["where", REFUND, "--message", "99"]).exit_code == 2


def test_a_value_that_no_reply_uses_is_still_placed() -> None:
    assert _run("re_9d2").strip() == "no message of the model uses that value; it stands in [6].0:refund_id"
    assert _run("nowhere").strip() == "no message of the model uses that value, and no message holds it"
