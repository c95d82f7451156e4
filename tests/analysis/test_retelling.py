"""The four-sentence drill (R24, R25)."""

import msgspec
from conftest import sample

from viewer.analysis.retelling import as_markdown, literal, retell, retell_part, retell_run
from viewer.model.request import Context

REFUND = sample("refund/refund.json")


def test_what_was_visible_comes_before_what_happened() -> None:
    assert [sentence.slot for sentence in retell(REFUND, 3).sentences] == ["visible", "is", "producer", "control"]


def test_the_retelling_of_message_3_holds_exactly_its_facts() -> None:
    saw, held, producer, control = (sentence.text for sentence in retell(REFUND, 3).sentences)
    assert saw.startswith("When it was produced, the model could see [0–2] (derived: 0..n-1): [0] the caller")
    for fact in ("[1] the model (request 1)", "[2] the loop", 'status "shipped"', "total_cents 8,900", '"33d ago"'):
        assert fact in saw
    assert "[3]" not in saw
    assert "21+" not in saw
    assert held == (
        'Message 3 is an assistant message with text "No scan in over a month. Let me check the policy."; '
        'a tool_use lookup_policy {topic "lost_shipment"}.'
    )
    assert producer == "It was produced by the second model call."
    assert control == "Control moved to the loop, because the message holds a tool_use."


def test_parallel_calls_are_told_as_issued_together() -> None:
    assert "(2 calls issued together)" in retell(REFUND, 1).sentences[1].text


def test_an_empty_slot_is_left_visibly_empty() -> None:
    unknown = msgspec.structs.replace(REFUND.requests[1], context=Context((), "unknown", reason="compaction"))
    run = msgspec.structs.replace(REFUND, requests=(REFUND.requests[0], unknown, *REFUND.requests[2:]))
    slot = retell(run, 3).sentences[0]
    assert slot.empty
    assert slot.text.startswith("What was visible is not known")


def test_a_run_is_retold_message_by_message() -> None:
    assert [told.message_index for told in retell_run(REFUND)] == list(range(8))


def test_markdown_shows_hostile_text_literally() -> None:
    assert literal("![x](https://a.invalid)") == "\\!\\[x\\]\\(https\\:\\/\\/a\\.invalid\\)"
    assert "\n## \\[" not in as_markdown(REFUND, str)
    assert as_markdown(REFUND, str).count("\n## [") == 8


def test_each_sentence_of_the_markdown_is_shown_before_its_marks_are_escaped() -> None:
    assert "lost\\_shipment" in as_markdown(REFUND, str)
    assert "lost" not in as_markdown(REFUND, lambda text: text.replace("lost_shipment", "…"))


def test_a_part_of_a_run_is_retold_as_in_the_whole() -> None:
    assert retell_part(REFUND, 3, 5) == retell_run(REFUND)[3:6]
