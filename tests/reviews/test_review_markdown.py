"""A review as Markdown is text and nothing else, and the linter reads it back."""

import re

from written_reviews import HOSTILE, RUNS, SECRET, hostile, written

from viewer.masking import masked
from viewer.plain import visible
from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.lint.linter import lint
from viewer.reviews.lint.markdown_review import markdown_review
from viewer.reviews.review_markdown import review_markdown


def shown(text: str) -> str:
    return visible(masked(text).text)


def test_the_linter_finds_the_same_in_the_export_as_in_the_review() -> None:
    document = written()
    report = lint_document(document, RUNS)
    text = review_markdown(document, report, shown).decode()
    assert lint(markdown_review(text).sentences, RUNS).sentence == report.sentence == "4 claims, 3 carried, 1 story"
    assert markdown_review(text).runs["refund"].address == "refund.json#refund-4471"
    assert "Shipments with no carrier scan" in text


def test_hostile_text_stays_text_and_credentials_are_masked() -> None:
    text = review_markdown(hostile(), None, shown).decode()
    body = text.split("---\n", 2)[2]
    assert SECRET not in text and "⟦masked" in text
    assert re.search(r"(?<!\\)<img", body) is None
    assert re.search(r"(?<!\\)\]\((?!\\)", body) is None
    assert "\u202e" not in text and "\n# no heading" not in body
    assert markdown_review(text).header["title"].startswith(HOSTILE[:20])


def test_quotes_in_code_stay_code() -> None:
    document = written(conclusion="It called `lookup_policy` and `a*b` refund[3].")
    text = review_markdown(document, None, shown).decode()
    assert "It called `lookup_policy` and `a*b` refund\\[3\\]\\." in text
