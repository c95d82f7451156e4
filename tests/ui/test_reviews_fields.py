from stored_reviews import CARRIED, document

from viewer.reviews.document import Action
from viewer.ui import reviews_fields


def test_entries_are_changed_moved_taken_out_and_added_by_their_id() -> None:
    made = document(CARRIED, "Second.")
    first, second = made.claims
    assert reviews_fields.text_of("claims", first.id, "New.")(made).claims[0].text == "New."
    assert reviews_fields.shifted("claims", first.id, 1)(made).claims == [second, first]
    assert reviews_fields.shifted("claims", first.id, -1)(made).claims == [first, second]
    assert reviews_fields.removed("claims", first.id)(made).claims == [second]
    assert reviews_fields.added("actions", Action(text="Do."))(made).actions[0].text == "Do."
