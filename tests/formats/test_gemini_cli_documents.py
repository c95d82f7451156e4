"""Saved chats of Gemini CLI, and what it prints at the end of a run."""

from typing import Any

from conftest import read_values

from viewer.model.block import Text
from viewer.model.run import Run
from viewer.model.usage import Usage

CHAT = [
    {"role": "user", "parts": [{"text": "list"}]},
    {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]},
    {"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": {"output": "a"}}}]},
    {"role": "model", "parts": [{"text": "a"}]},
]
TOKENS = {"prompt": 100, "candidates": 7, "total": 130, "cached": 40, "thoughts": 20, "tool": 3}


def one(value: dict[str, Any]) -> Run:
    (run,) = read_values(value)
    assert run.format == "gemini_cli"
    return run


def test_a_saved_chat_is_what_the_model_is_sent_not_what_the_terminal_shows() -> None:
    run = one({"history": [{"type": "user", "text": "list"}], "clientHistory": CHAT, "commitHash": "c0ffee"})
    assert (len(run.messages), len(run.requests)) == (4, 2)
    assert run.attributes == {"commitHash": "c0ffee"}
    assert len(one({"history": CHAT, "authType": "key"}).messages) == 4


def test_the_output_holds_the_last_words_and_the_totals() -> None:
    run = one({"session_id": "s", "response": "done", "stats": {"models": {"gemini-x": {"tokens": TOKENS}}}})
    assert (run.run_id, run.models, run.messages[0].blocks) == ("s", ("gemini-x",), (Text("done"),))
    assert run.stated[0].usage == Usage(63, 40, None, 27)


def test_an_output_with_an_error_is_a_crash() -> None:
    run = one({"response": None, "stats": {"models": {}}, "error": {"type": "FatalError", "message": "no quota"}})
    assert (run.ending.cut_by, run.exit_status, len(run.messages)) == ("crash", "FatalError", 0)
