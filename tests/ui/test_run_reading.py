import json
from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import words
from run_page_steps import page_of

from viewer.ui.run_reading import PAGE, WHOLE
from viewer.ui.run_segments import segments_text


def test_all_text_of_a_run_stands_in_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    said = words(page_of(monkeypatch, SAMPLES / "refund" / "refund.json", view="Reading view"))
    for text in ("I never got order 4471", '"total_cents":8900', "21+ days may be refunded", "33d ago", "£89.00"):
        assert text in said
    assert "saw: [0] [1] [2] (derived: 0…n−1)" in said


def test_a_heading_a_message_and_fifty_messages_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.json"
    messages = [{"role": "assistant" if number % 2 else "user", "content": f"m {number}"} for number in range(120)]
    path.write_text(json.dumps({"id": "long", "messages": messages}))
    app = page_of(monkeypatch, path, view="Reading view", msg="119")
    assert len(app.header) == 120 - 2 * PAGE
    assert app.header[0].value == "[100] user message"


def test_hostile_text_is_drawn_by_elements_that_render_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, SAMPLES / "hostile" / "hostile.json", view="Reading view")
    rendered = "\n".join(str(one.value) for one in (*app.markdown, *app.header, *app.title))
    assert "script" not in rendered and "x.invalid" not in rendered
    assert "<script>top.location='http://x.invalid'</script>" in "\n".join(str(one.value) for one in app.text)


def test_a_text_that_is_too_long_for_the_page_says_how_much_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "big.json"
    path.write_text(json.dumps({"id": "big", "messages": [{"role": "user", "content": "x" * (WHOLE + 1)}]}))
    said = words(page_of(monkeypatch, path, view="Reading view"))
    assert f"the first 4,000 of {WHOLE + 1:,} characters" in said


def test_buttons_are_no_text() -> None:
    assert segments_text(["a ", {"code": "b"}, {"do": "x", "value": 1, "text": "press"}]) == "a b"
