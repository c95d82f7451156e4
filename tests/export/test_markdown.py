"""Markdown in which nothing of a run is rendered."""

from conftest import sample

from viewer.export.markdown import fenced, literal, markdown_document


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    assert fenced("a ```` b") == "`````text\na ```` b\n`````"


def test_marks_are_escaped_and_lines_joined() -> None:
    assert literal("![p](https://x.invalid)\n# h") == "\\!\\[p\\]\\(https\\:\\/\\/x\\.invalid\\) \\# h"


def test_every_message_has_its_heading_and_its_blocks_their_positions() -> None:
    text = markdown_document(sample("refund/refund.json"), str).text.decode()
    assert text.count("\n## [") == 8
    assert "`[2].0` tool\\_result toolu\\_01Ab of the call at \\[1\\]\\.1" in text
    assert "- saw: \\[0–2\\] \\(derived\\: 0\\.\\.n\\-1\\)" in text


def test_credentials_are_shown_through_the_mask() -> None:
    made = markdown_document(sample("refund/refund.json"), lambda text: text.replace("4471", "****"))
    assert b"4471" not in made.text
