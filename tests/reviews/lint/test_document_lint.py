"""A stored review before the linter."""

import msgspec
import pytest
from conftest import sample

from viewer.model.block import Text
from viewer.model.hashes import message_hash, run_key
from viewer.model.message import CALLER, Message
from viewer.model.position import parse_position
from viewer.reviews.document import Claim, Moment, ReviewDocument, ReviewedRun
from viewer.reviews.lint.document_lint import cite, cite_again, lint_document, with_citations
from viewer.reviews.lint.linter import Linter

RUN = sample("refund/refund.json")
RUNS = {"refund": RUN}
DOCUMENT = ReviewDocument(
    title="Refund",
    question="Who moved it?",
    runs=[ReviewedRun(alias="refund", key=run_key(RUN), run_id=RUN.run_id, source=RUN.source.name)],
    timeline=[Moment(position="refund[3]", text="the policy is looked up")],
    claims=[Claim(text="The loop moved £89.00 [6].\nWho asked? The model did [5].0."), Claim(text="All were sorry.")],
    conclusion="The policy allowed it refund[4].",
)


def test_claims_timeline_and_conclusion_are_checked() -> None:
    report = lint_document(DOCUMENT, RUNS)
    assert report.sentence == "5 claims, 4 carried, 1 story"
    assert report.findings[0].entry == DOCUMENT.claims[1].id


def test_citing_copies_the_text_with_its_hash() -> None:
    cited = cite(Linter(RUNS), parse_position("refund[2].0:[0].total_cents"))
    assert (cited.text, cited.hash) == ("8900", message_hash(RUN.messages[2]))
    assert cite(Linter(RUNS), parse_position("[4].0")).tool == "lookup_policy"
    with pytest.raises(ValueError, match="not declared"):
        cite(Linter(RUNS), parse_position("other[2]"))


def test_every_position_gets_a_citation_and_keeps_it_when_the_source_changes() -> None:
    made = with_citations(DOCUMENT, RUNS)
    assert [one.position for one in made.claims[0].citations] == ["[6]", "[5].0"]
    assert made.timeline[0].citation is not None and made.conclusion_citations[0].position == "refund[4]"
    before = Message(0, "user", (CALLER,), (Text("new"),), (1,))
    shifted = tuple(msgspec.structs.replace(one, index=index) for index, one in enumerate((before, *RUN.messages)))
    changed = {"refund": msgspec.structs.replace(RUN, messages=shifted)}
    assert with_citations(made, changed) == made
    found = [one for one in lint_document(made, changed).findings if one.code == "changed_citation"]
    assert len(found) == 4
    assert "stands at [4] now" in found[0].text
    again = cite_again(made.claims[0], changed)
    assert again.citations[0].hash != made.claims[0].citations[0].hash


def test_without_its_run_a_review_says_so_and_keeps_what_it_cited() -> None:
    made = with_citations(DOCUMENT, RUNS)
    gone = {"refund": "refund.json: does not exist"}
    assert with_citations(made, gone) == made
    assert {one.code for one in lint_document(made, gone).findings} == {"unreadable_run", "story"}
