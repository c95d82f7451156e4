"""A Markdown file as an incident review."""

import pytest
from written_reviews import RUN, RUNS, written

from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.lint.markdown_review import markdown_review
from viewer.reviews.review_from_markdown import review_from_markdown
from viewer.reviews.review_markdown import review_markdown


def test_an_exported_review_comes_back_with_its_sentences_and_citations() -> None:
    document = written(question="Who moved the money?", links=["https://tickets.example/1"])
    report = lint_document(document, RUNS)
    text = review_markdown(document, report, str).decode()
    back = review_from_markdown(markdown_review(text), RUNS)
    assert (back.title, back.question, back.state) == (document.title, document.question, "draft")
    assert [one.text for one in back.claims] == [one.text for one in document.claims]
    assert [(one.position, one.text) for one in back.timeline] == [("refund[3]", "the policy is looked up")]
    assert back.claims[0].citations == document.claims[0].citations
    assert (back.conclusion, back.links) == (document.conclusion, document.links)
    assert lint_document(back, RUNS).sentence == report.sentence


def test_paragraphs_under_other_headings_are_claims_and_ticked_actions_are_done() -> None:
    text = (
        "# T\n\nThe loop moved it [6].\n\n## What happened\n\nIt asked [5].\n\n## Actions\n\n- [x] test\n- [ ] date\n"
    )
    made = review_from_markdown(markdown_review(text), {"": RUN})
    assert [one.text for one in made.claims] == ["The loop moved it [6].", "It asked [5]."]
    assert [(one.text, one.done) for one in made.actions] == [("test", True), ("date", False)]
    assert (made.runs[0].alias, made.claims[0].citations[0].position) == ("run", "[6]")


def test_a_review_whose_run_cannot_be_read_is_not_taken_in() -> None:
    with pytest.raises(ValueError, match="gone: does not exist"):
        review_from_markdown(markdown_review(""), {"gone": "does not exist"})
