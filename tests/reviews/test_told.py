"""The order in which a review is told."""

from written_reviews import RUNS, hostile, written

from viewer.reviews.lint.document_lint import lint_document
from viewer.reviews.told import facts_of_review, sections


def test_claims_bear_their_verdict_and_what_they_cite() -> None:
    document = written()
    told = {one.title: one.entries for one in sections(document, lint_document(document, RUNS))}
    assert list(told) == ["Timeline", "Claims", "Conclusion"]
    assert [one.mark for one in told["Claims"]] == ["carried", "story"]
    assert [one.position for one in told["Claims"][0].citations] == ["refund[6]"]
    assert told["Timeline"][0].position == "refund[3]"
    assert told["Conclusion"][0].mark == "carried"


def test_without_a_report_nothing_is_said_of_claims() -> None:
    document = hostile()
    told = {one.title: one.entries for one in sections(document, None)}
    assert told["Claims"][0].mark is None
    assert set(told) == {
        *("Question", "Timeline", "Claims", "Counterfactuals", "Cap decision", "Conclusion", "Actions", "Links"),
    }
    assert "claims" not in dict(facts_of_review(document, None))
