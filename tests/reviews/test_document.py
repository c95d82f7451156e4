"""A review's document keeps its rules, and its published schema is the one in use."""

import json
from typing import Any

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator

from viewer.reviews.document import Action, Claim, ReviewDocument, as_json, review_of, review_schema

WHOLE: dict[str, Any] = as_json(
    ReviewDocument(title="Refund", claims=[Claim(text="The model saw [4].")], actions=[Action(text="Ask for a date")])
)


def test_the_published_schema_is_the_one_in_use() -> None:
    published = json.loads((ROOT / "viewer" / "schemas" / "review.json").read_text(encoding="utf-8"))
    assert published == review_schema()
    Draft202012Validator(published).validate(WHOLE)


def test_a_document_comes_back_as_it_was_written() -> None:
    assert as_json(review_of(WHOLE)) == WHOLE


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"format": "other"}, "is no review"),
        ({"version": 2}, "has version 2, this program knows 1: use a newer program"),
        ({"links": ["http://tickets.example/1"]}, "`links.0`"),
        ({"links": ["javascript:alert(1)"]}, "`links.0`"),
        ({"links": ["https://user@evil.example/"]}, "`links.0`"),
        ({"surprise": 1}, "`surprise`"),
        ({"state": "signed_off"}, "signed off exactly where"),
        ({"claims": WHOLE["claims"] * 2}, "same id"),
        (
            {"runs": [{"alias": "a", "key": "0" * 16, "run_id": "r", "source": "s"}] * 2},
            "same alias",
        ),
        ({"runs": [{"alias": "a b", "key": "0" * 16, "run_id": "r", "source": "s"}]}, "`runs.0.alias`"),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_place(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        review_of({**WHOLE, **changed})
    with pytest.raises(ValueError, match="is no review"):
        review_of([])
