"""Claims, stories and findings of a review."""

import json

import msgspec
import pytest
from conftest import SAMPLES, sample

from viewer.model.hashes import run_hash
from viewer.reviews.lint.linter import ALONE, CODES, Linter, Report, Sentence, lint

RUN = sample("refund/refund.json")
OTHER = sample("refund/policy_lookup_fails.json")
RUNS = {"refund": RUN, "fails": OTHER}


def report(*sentences: str) -> Report:
    return lint([Sentence(one) for one in sentences], {ALONE: RUN})


def codes(sentence: str, runs: dict[str, object] | None = None) -> list[str]:
    made = lint([Sentence(sentence)], runs or {ALONE: RUN})  # type: ignore[arg-type]
    return [one.code for one in made.findings]


def test_claims_are_counted_as_carried_and_as_stories() -> None:
    carried = ["The loop moved £89.00 [6]."] * 11
    assert report(*carried, "Everyone was upset.").sentence == "12 claims, 11 carried, 1 story"
    assert report("A.", "B.").sentence == "2 claims, 0 carried, 2 stories"
    assert report("It is [80].").sentence == "1 claim, 0 carried, 0 stories, 1 not borne out"


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("The user was angry.", ["story"]),
        ("The user was angry [80].", ["no_such_place"]),
        ("The user was angry [0].4.", ["no_such_place"]),
        ("The price was [2].0:[0].price.", ["no_such_place"]),
        ("Another run did so x[3].", ["unknown_run"]),
        ('The user wrote "refund me" [0].', ["value_not_there"]),
        ("The loop moved £98.00 [6].", ["value_not_there"]),
        ("The customer was cus_9999 [1].", ["name_not_there"]),
        ("At [3] the model had seen the policy [4].", ["not_yet_visible"]),
        ("The loop moved £89.00 [6].", []),
        ('The policy says "21+ days" [4], the scan was "33d ago" [2].', []),
    ],
)
def test_each_fault_has_its_code(sentence: str, code: list[str]) -> None:
    assert codes(sentence) == code
    assert all(one in CODES for one in code)


def test_positions_name_their_run_where_there_are_several() -> None:
    assert codes("It failed fails[4] but not refund[4].", RUNS) == []  # type: ignore[arg-type]
    assert codes("It failed [4].", RUNS) == ["unknown_run"]  # type: ignore[arg-type]
    assert codes("It failed [4].", {"refund": RUN}) == []


def test_a_run_that_cannot_be_read_carries_nothing() -> None:
    made = lint([Sentence("It failed [4].")], {"gone": "gone.json: does not exist"})
    assert [one.code for one in made.findings] == ["unreadable_run", "unreadable_run"]
    assert made.count("carried") == 0 and made.errors == 2


def test_a_run_that_changed_since_the_review_is_a_finding() -> None:
    assert lint([], {ALONE: RUN}, {ALONE: run_hash(RUN)}).findings == ()
    changed = msgspec.structs.replace(RUN, messages=RUN.messages[:4])
    (found,) = lint([], {ALONE: changed}, {ALONE: run_hash(RUN)}).findings
    assert (found.code, found.severity) == ("changed_run", "error")


def test_a_finding_knows_its_line_and_claim() -> None:
    (found,) = Linter({ALONE: RUN}).check(Sentence("No position here.", 7, "claims", "abc")).findings
    assert (found.line, found.entry) == (7, "abc")


def test_the_refund_account_is_carried_by_its_run() -> None:
    path = SAMPLES / "refund" / "refund.json"
    assert json.loads(path.read_text(encoding="utf-8"))
    account = [
        "Two calls were issued together [1].",
        "The model read the policy [4] before it asked for the refund [5].",
        "The loop, not the model, moved £89.00 [6].",
        "The policy needs `21+ days` without a scan [4] and the last scan was `33d ago` [2].1.",
    ]
    assert report(*account).sentence == "4 claims, 4 carried, 0 stories"
