from stored_reviews import CARRIED, RUN, document

from viewer.ui.reviews_lines import citation_rows, entry_rows, marks_of, run_rows
from viewer.ui.reviews_runs import report_of


def test_a_claim_has_its_cited_text_with_a_link_beside_it() -> None:
    made = document(CARRIED)
    rows = citation_rows(made, made.claims[0].citations[0])
    assert rows[0][1][0] == {"page": f"run?run={made.runs[0].key}&msg=3", "text": "refund[3]"}
    assert "lost_shipment" in str(rows[1])


def test_what_does_not_hold_stands_beside_the_claim() -> None:
    made = document("The refund at `refund[5]` was 9900 cents.")
    report = report_of(made, 1, {"refund": RUN})
    marks = marks_of((one.sentence.entry, one.verdict) for one in report.claims)
    claim = made.claims[0]
    rows = entry_rows(made, "claims", claim.id, marks[claim.id], report.findings, claim.citations, frozen=False)
    assert rows[0][1][0] == {"alarm": "not borne out"}
    assert {"alarm": "value_not_there"} in rows[1][1]
    assert "'do'" not in str(entry_rows(made, "claims", claim.id, None, (), (), frozen=True))


def test_a_run_that_is_cited_cannot_be_removed() -> None:
    assert "remove_run" in str(run_rows(document(), {"refund": RUN}, frozen=False))
    assert "remove_run" not in str(run_rows(document(CARRIED), {"refund": RUN}, frozen=False))
    assert "not readable" in str(run_rows(document(), {"refund": "gone"}, frozen=True))
