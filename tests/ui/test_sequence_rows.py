"""Arrows in words and pages (R12, R19, R23)."""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.sequence import sequence
from viewer.model.run import Run
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text
from viewer.ui.sequence_rows import MARKS, arrow_label, page_of, pages_of, row_payload, rows_of

REFUND = sample("refund/refund.json")


def _labels(run: Run, *write_tools: str) -> list[str]:
    facts = derived(run, "key")
    return [segments_text(arrow_label(facts, arrow)) for arrow in sequence(run, frozenset(write_tools))]


def test_each_arrow_to_the_model_tells_its_whole_range_its_status_and_its_size() -> None:
    requests = [label for label in _labels(REFUND) if label.startswith("request")]
    assert requests == [
        "request 1 [0] derived: 0…n−1 · 1,420 tokens",
        "request 2 [0–2] derived: 0…n−1 · size not recorded",
        "request 3 [0–4] derived: 0…n−1 · 2,690 tokens",
        "request 4 [0–6] derived: 0…n−1 · 2,930 tokens",
    ]


def test_the_effect_stands_at_the_result_and_not_at_the_request() -> None:
    (effect,) = [label for label in _labels(REFUND, "issue_refund") if "effect" in label]
    assert effect.startswith("[6] result of issue_refund effect here, in the loop")
    assert not any("effect" in label for label in _labels(REFUND))


def test_calls_of_one_reply_stand_in_one_row_that_says_so() -> None:
    facts = derived(REFUND, "key")
    payloads = [row_payload(facts, row, 2930) for row in rows_of(sequence(REFUND))]
    together = [payload for payload in payloads if payload["together"]]
    assert [payload["together"] for payload in together] == ["∥ 2 calls issued together", "2 results"]
    assert [arrow["at"] for arrow in together[0]["arrows"]] == [1, 1]


def test_the_biggest_request_has_the_thickest_arrow_and_an_unknown_size_the_thinnest() -> None:
    facts = derived(REFUND, "key")
    arrows = [arrow for row in rows_of(sequence(REFUND)) for arrow in row_payload(facts, row, 2930)["arrows"]]
    thick = [arrow["thick"] for arrow in arrows if arrow["to"] == 2]
    assert thick[3] == max(thick) == 7.0
    assert thick[1] == min(thick) == 1.5


def test_a_failed_result_and_a_call_without_a_result_are_told_apart() -> None:
    run = run_of(user("go"), model(call("a")), user(result("a", "no", is_error=True)), model(call("b")))
    labels = _labels(run)
    assert "failed" in labels[4]
    assert "no result: nothing shows that it was dispatched" in labels[-1]
    facts = derived(run, "key")
    flags = [arrow for row in rows_of(sequence(run)) for arrow in row_payload(facts, row, None)["arrows"]]
    assert [arrow["dashed"] for arrow in flags][-1] is True
    assert [arrow["failed"] for arrow in flags].count(True) == 1


def test_ids_that_repeat_do_not_mix_up_calls() -> None:
    run = run_of(
        user("go"), model(call("a", n="first")), user(result("a")), model(call("a", n="second"), call("a", n="third"))
    )
    calls = [label for label in _labels(run) if label.startswith("bash")]
    assert ["first" in calls[0], "second" in calls[1], "third" in calls[2]] == [True] * 3


def test_long_runs_come_in_pages_that_keep_an_exchange_whole() -> None:
    parts = [part for number in range(400) for part in (model(call(f"c{number}")), user(result(f"c{number}")))]
    run = run_of(user("go"), *parts)
    pages = pages_of(rows_of(sequence(run)))
    assert sum(len(row) for page in pages for row in page) == len(sequence(run))
    assert all(sum(len(row) for row in page) <= MARKS for page in pages)
    assert all(page[0][0].end == "model" or page[0][0].start == "caller" for page in pages)
    assert page_of(pages, 0) == 1
    last = len(run.messages) - 1
    assert page_of(pages, last) == len(pages)
    for number, page in enumerate(pages, 1):
        assert page_of(pages, page[3][0].message_index) == number


def test_credentials_are_masked_on_arrows() -> None:
    run = run_of(user("key sk-ant-api03-abcdefghijklmnopqrstuvwx"), model(call("a", password="hunter22x")))
    assert "abcdefgh" not in str(_labels(run))
    assert "hunter22x" not in str(_labels(run))
