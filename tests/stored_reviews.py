"""A review in a store of its own, and its page."""

from pathlib import Path

import pytest
from conftest import SAMPLES, sample
from opened import opened
from streamlit.testing.v1 import AppTest

from viewer.reviews.document import Claim, ReviewDocument
from viewer.reviews.incidents import StoredReview, review, start_review
from viewer.reviews.lint.document_lint import with_citations
from viewer.ui import reviews_store
from viewer.ui.reviews_runs import with_run

RUN = sample("refund/refund.json")
CARRIED = 'The model asked for "lost_shipment" at `refund[3]`.'


def own_store(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """An empty store for this test."""
    patch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{folder}/reviews.db")


def document(*claims: str) -> ReviewDocument:
    """A review of the refund with these claims."""
    made, alias = with_run(ReviewDocument(title="Refund <b>without</b> policy"), RUN)
    made = made.model_copy(update={"claims": [Claim(text=text) for text in claims]})
    return with_citations(made, {alias: RUN})


def started(*claims: str) -> StoredReview:
    """The same in the store."""
    return start_review(reviews_store.store(), document(*claims), "ann")


def there(review_id: str) -> StoredReview:
    """How it stands now."""
    found = review(reviews_store.store(), review_id)
    assert found is not None
    return found


def page_of(patch: pytest.MonkeyPatch, review_id: str | None) -> AppTest:
    """The Reviews page at a review, or at the list."""
    app = opened(patch, SAMPLES / "refund/refund.json").switch_page("pages/reviews.py")
    if review_id is not None:
        app.query_params["review"] = review_id
    return app.run()


def press(app: AppTest, key: str) -> None:
    """A button by its key."""
    next(one for one in app.button if one.key == key).click().run()
    assert not app.exception, app.exception
