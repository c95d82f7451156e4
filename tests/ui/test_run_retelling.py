"""The four sentences of each message, with linked positions and visible gaps (R24, R25)."""

import json
from pathlib import Path

import pytest
from conftest import sample
from messages import call, model, result, run_of, user
from opened import opened, settled, words

from viewer import load
from viewer.analysis.retelling import Sentence, retell
from viewer.model.hashes import run_key
from viewer.ui.run_retelling import PAGE, retelling_rows, sentence_segments
from viewer.ui.run_segments import segments_text

REFUND = sample("refund/refund.json")


def test_what_was_visible_comes_first_and_positions_are_links() -> None:
    rows = retelling_rows(retell(REFUND, 3), 8)
    assert [name for name, _ in rows] == ["visible", "is", "by", "control"]
    links = [one["at"] for one in rows[0][1] if isinstance(one, dict) and "at" in one]
    assert links == [0, 0, 1, 2]
    assert segments_text(rows[0][1]) == retell(REFUND, 3).sentences[0].text


def test_an_empty_slot_is_visibly_empty() -> None:
    run = run_of(user("go"), model(call("a")))
    control = dict(retelling_rows(retell(run, 1), 2))["control"]
    assert segments_text(control).startswith("(empty) Where control moved is not in the list")


def test_what_a_quoted_text_holds_is_no_position() -> None:
    sentence = Sentence("is", 'Message 0 is a user message with text "see [1] and \\"[2]\\""; then [0].', ("[0].0",))
    links = [one["text"] for one in sentence_segments(sentence, 3) if isinstance(one, dict)]
    assert links == ["[0]"]


def test_a_message_that_is_not_there_is_no_link() -> None:
    assert sentence_segments(Sentence("is", "holds [7]", ()), 3) == ["holds [7]"]


def test_a_credential_is_masked() -> None:
    run = run_of(
        user("go"), model(call("a", password="hunter22x")), user(result("a", "sk-ant-api03-abcdefghijklmnopqrstuvwx"))
    )
    told = str([retelling_rows(retell(run, index), 3) for index in range(3)])
    assert "hunter22x" not in told
    assert "abcdefgh" not in told


def test_the_view_opens_on_the_page_of_the_chosen_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.json"
    parts = [part for number in range(60) for part in (model(f"answer {number}"), user(f"question {number}"))]
    path.write_text(json.dumps({"id": "long", "messages": [user("go"), *parts]}), encoding="utf-8")
    (run,) = load.runs(next(load.sources([path])))
    app = opened(monkeypatch, path)
    for name, value in {"run": run_key(run), "view": "Retelling", "msg": "60"}.items():
        app.query_params[name] = value
    app = settled(app.switch_page("pages/run.py"))
    assert f"Messages [{2 * PAGE}–{3 * PAGE - 1}] of 121" in words(app)
    app.button(key="retelling_ask").click()
    settled(app)
