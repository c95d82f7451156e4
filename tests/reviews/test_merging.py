"""Changes of two people, put together where they can stand together."""

from viewer.reviews.merging import merge

BASE = {"text": "a", "status": "open", "labels": []}


def test_changes_of_different_parts_both_stand() -> None:
    merged = merge(BASE, {**BASE, "status": "agreed"}, {**BASE, "text": "b"})
    assert merged.parts == {"text": "b", "status": "agreed", "labels": []}
    assert merged.conflicts == ()


def test_the_same_part_changed_in_two_ways_is_a_conflict_and_theirs_stands() -> None:
    merged = merge(BASE, {**BASE, "text": "theirs"}, {**BASE, "text": "mine"})
    assert merged.conflicts == ("text",)
    assert merged.parts["text"] == "theirs"


def test_the_same_change_made_twice_is_no_conflict() -> None:
    assert merge(BASE, {**BASE, "text": "b"}, {**BASE, "text": "b"}).conflicts == ()


def test_a_part_taken_out_by_one_and_changed_by_the_other_is_a_conflict() -> None:
    gone = {"text": "a", "status": "open"}
    assert merge(BASE, gone, {**BASE, "labels": ["x"]}).conflicts == ("labels",)
    assert merge(BASE, {**BASE, "labels": ["x"]}, gone).conflicts == ("labels",)
    assert merge(BASE, BASE, gone).parts == gone
