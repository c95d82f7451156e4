"""A review in parts, and together again."""

from viewer.reviews.document import Action, Claim, ReviewDocument, as_json
from viewer.reviews.merging import merge
from viewer.reviews.parts import parts_of, put_together

ONE, TWO, THREE = (Claim(text=word) for word in ("one", "two", "three"))
BASE = as_json(ReviewDocument(title="T", claims=[ONE, TWO], actions=[Action(text="a")], links=["https://t.example/1"]))


def test_a_document_in_parts_is_the_same_document_again() -> None:
    assert put_together(parts_of(BASE), parts_of(BASE)) == BASE


def test_claims_that_two_people_add_both_stand_in_a_sensible_order() -> None:
    mine = {**BASE, "claims": [BASE["claims"][0], THREE.model_dump(), BASE["claims"][1]]}
    other = Claim(text="four")
    theirs = {**BASE, "claims": [*BASE["claims"], other.model_dump()]}
    merged = merge(parts_of(BASE), parts_of(theirs), parts_of(mine))
    made = put_together(merged.parts, parts_of(mine), parts_of(theirs))
    assert [one["text"] for one in made["claims"]] == ["one", "three", "two", "four"]
