"""A review as HTML is text and nothing else."""

from html_tags import tags_of
from written_reviews import HOSTILE, RUNS, SECRET, hostile, written

from viewer.masking import masked
from viewer.plain import visible
from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.review_html import review_html

ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "dl", "dt", "dd"),
    *("div", "p", "span", "pre", "small"),
}


def shown(text: str) -> str:
    return visible(masked(text).text)


def test_hostile_text_makes_no_element_and_no_attribute() -> None:
    page = review_html(hostile(), lint_document(hostile(), RUNS), shown).decode()
    tags, words, attributes = tags_of(page)
    assert tags <= ALLOWED
    assert attributes <= {"lang", "charset", "http-equiv", "content", "name", "class"}
    assert HOSTILE[:28] in words
    assert SECRET not in page
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page


def test_cited_text_stands_beside_its_claim_and_stories_are_marked() -> None:
    document = written()
    words = tags_of(review_html(document, lint_document(document, RUNS), shown).decode())[1]
    assert "re_9d2" in words
    assert "story" in words and "4 claims, 3 carried, 1 story" in words
