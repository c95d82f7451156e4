"""A review of the refund, for tests: with hostile text wherever a person may write."""

from typing import Any

from conftest import sample

from viewer.model.hashes import run_key
from viewer.reviews.document import (
    Action,
    CapDecision,
    Claim,
    Counterfactual,
    Moment,
    ReviewDocument,
    ReviewedRun,
)
from viewer.reviews.lint.document_lint import with_citations
from viewer.reviews.stamp import new_id

RUN = sample("refund/refund.json")
RUNS = {"refund": RUN}
HOSTILE = (
    "<img src=x onerror=alert(1)> [x](javascript:alert(1)) ](http://evil.example) ``` \u202e $a$ ---\n# no heading"
)
SECRET = "sk-abcdefghijklmnopqrstuvwx"
ABOUT = ReviewedRun(
    alias="refund", key=run_key(RUN), run_id=RUN.run_id, source=RUN.source.name, format=RUN.format, messages=8
)


def written(**parts: Any) -> ReviewDocument:
    made = ReviewDocument(
        id=new_id(),
        title="Who moved the money?",
        runs=[ABOUT],
        timeline=[Moment(position="refund[3]", text="the policy is looked up")],
        claims=[Claim(text="The loop moved £89.00 refund[6]."), Claim(text="Everyone was sorry.")],
        conclusion="The policy allowed it refund[4].0.",
    )
    return with_citations(made.model_copy(update=parts), RUNS)


def hostile() -> ReviewDocument:
    return written(
        title=HOSTILE,
        question=HOSTILE,
        timeline=[Moment(position="refund[3]", text=HOSTILE)],
        claims=[Claim(text=f"{HOSTILE} refund[6] {SECRET}")],
        counterfactuals=[Counterfactual(question=HOSTILE, bundle=HOSTILE[:50], results=HOSTILE)],
        cap=CapDecision(cap=6, group="refund", reason=HOSTILE),
        actions=[Action(text=HOSTILE, owner="<b>")],
        conclusion=HOSTILE,
        links=["https://tickets.example/<script>alert(1)</script>"],
    )
