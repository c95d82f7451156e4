"""Words that met a newer version are kept until somebody looked at them."""

from sqlalchemy import Engine

from viewer.reviews.engine import writing
from viewer.reviews.kept import keep, kept_words, settle
from viewer.reviews.stamp import new_id


def test_kept_words_stay_when_they_are_settled(store: Engine) -> None:
    about = new_id()
    with writing(store) as session:
        kept = keep(session, "note", about, 1, "ann", {"text": "mine"})
    (found,) = kept_words(store, about)
    assert (found.id, found.content, found.settled_at) == (kept, {"text": "mine"}, None)
    settle(store, kept)
    assert kept_words(store, about) == ()
    (found,) = kept_words(store, about, settled=True)
    assert found.content == {"text": "mine"} and found.settled_at is not None
