"""Whether the model could know what a sentence says it knew."""

import msgspec
import pytest
from conftest import sample

from viewer.model.request import Context
from viewer.model.run import Run
from viewer.reviews.lint.cites import cites
from viewer.reviews.lint.knowledge import Sight, unseen

RUN = sample("refund/refund.json")


def told(sentence: str, run: Run = RUN) -> list[tuple[str, str]]:
    cited = cites(sentence)
    return [(str(one.position), one.severity) for one in unseen(cited, list(cited.positions), Sight(run))]


@pytest.mark.parametrize(
    "sentence",
    [
        "The model had read the policy [4] when it wrote [5].",
        "At [5] the model knew the order's total [2].",
        "The model saw [4] and asked for the refund [5].",
        "The model had not seen the result [6] when it asked at [5].",
        "The agent was told of the shipment [2] before it called lookup_policy [3].",
        "At [5] the model asked for money, which moved at [6].",
        "The refund succeeded [6], as the model says [7].",
        "The model saw [4].",
        "The tool read [6] from the database at [5].",
    ],
)
def test_what_the_model_could_know_is_no_finding(sentence: str) -> None:
    assert told(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "position"),
    [
        ("The model knew that the refund had succeeded [6] when it wrote [5].", "[6]"),
        ("At [3] the model had already seen the policy [4].", "[4]"),
        ("At [3], the agent relied on [1–4].", "[1–4]"),
        ("The model had not seen the policy [4] when it asked for the refund at [5].", "[4]"),
        ("The agent was unaware of the policy [4] at [5].", "[4]"),
    ],
)
def test_what_it_could_not_know_is_a_finding(sentence: str, position: str) -> None:
    assert told(sentence) == [(position, "error")]


def test_where_what_it_saw_is_unknown_nothing_is_claimed() -> None:
    third = msgspec.structs.replace(RUN.requests[2], context=Context((), "unknown", None, "it was compacted"))
    run = msgspec.structs.replace(RUN, requests=(*RUN.requests[:2], third, RUN.requests[3]))
    assert told("The model knew [2] when it wrote [5].", run) == [("[2]", "warning")]


def test_what_no_request_held_cannot_have_been_seen() -> None:
    run = sample("refund/policy_lookup_fails.json")
    cut = msgspec.structs.replace(run, messages=run.messages[:3], requests=run.requests[:1])
    assert told("The model saw [2].", cut) == [("[2]", "error")]


def test_what_was_dropped_from_the_context_was_no_longer_in_view() -> None:
    third = msgspec.structs.replace(RUN.requests[2], context=Context(((3, 4),), "recorded", "named by the file"))
    run = msgspec.structs.replace(RUN, requests=(*RUN.requests[:2], third, RUN.requests[3]))
    assert told("The model knew the total [2] when it wrote [5].", run) == [("[2]", "error")]
