"""Aider's chat history: sessions, whose lines each belong to one section."""

from pathlib import Path

import pytest
from accounting import unaccounted
from conftest import SAMPLES

from viewer import load
from viewer.decode.decoder import decode
from viewer.decode.record_bytes import raw_records
from viewer.formats.registry import choose, matches
from viewer.model.run import Run

START = "# aider chat started at 2026-01-05 10:00:00\n\n"


def read(text: str) -> tuple[Run, ...]:
    chosen, view = choose(decode(text.encode(), "history"), "aider")
    runs = tuple(chosen.read(view))
    assert unaccounted(runs) == []
    return runs


def one(text: str) -> Run:
    (run,) = read(START + text)
    return run


def said(run: Run) -> list[tuple[str, str]]:
    return [(message.role, getattr(message.blocks[0], "text", "")) for message in run.messages]


def test_a_file_holds_a_run_a_session_and_what_stands_before_the_first_start() -> None:
    (source,) = load.sources([SAMPLES / "aider"])
    runs = load.runs(source)
    assert [run.started_at for run in runs] == [None, "2026-01-05 10:00:00"]
    assert [len(run.requests) for run in runs] == [1, 1]
    assert unaccounted(runs) == []


def test_empty_lines_before_the_first_start_are_no_session() -> None:
    assert len(read("\n\n" + START + "#### go  \n\nyes\n")) == 1


def test_lines_of_the_user_that_follow_one_another_are_one_prompt_and_those_apart_are_two() -> None:
    assert said(one("#### a  \n#### b  \n\n#### c  \n")) == [("user", "a\nb"), ("user", "c")]


def test_a_quotation_and_a_heading_in_a_reply_stay_in_it() -> None:
    run = one("#### go  \n\nSee:\n\n> quoted\n\n#### heading\n\nDone.\n\n> Tokens: 5 sent, 6 received.  \n")
    assert said(run) == [("user", "go"), ("assistant", "See:\n\n> quoted\n\n#### heading\n\nDone.")]


def test_what_aider_prints_in_several_lines_ends_at_its_mark() -> None:
    run = one("> Here is the map\na.py:\n⋮\n\n> b.py:\n⋮  \n\nyes\n\n#### go  \n")
    assert said(run) == [("assistant", "yes"), ("user", "go")]


def test_a_reply_may_start_with_a_quotation() -> None:
    assert said(one("#### go  \n\n> you said go\n\nyes\n")) == [("user", "go"), ("assistant", "> you said go\n\nyes")]


def test_a_reply_behind_aider_s_own_lines_stands_after_an_empty_line() -> None:
    assert said(one("#### go  \n\n> Added a.py  \n\nyes\n")) == [("user", "go"), ("assistant", "yes")]


def test_a_history_whose_line_ends_were_trimmed_is_read_by_what_aider_says() -> None:
    run = one(
        "> Map:\na.py\n\n#### go\n\nSee:\n> quoted\n\n> Tokens: 5 sent, 6 received.\n> Applied edit\n\n#### thanks\n"
    )
    assert said(run) == [("user", "go"), ("assistant", "See:\n> quoted"), ("user", "thanks")]


@pytest.mark.parametrize(
    ("words", "sent"),
    [("/add a.py", False), ("/ask", False), ("/ask why", True), ("!ls", False), ("<blank>", False), ("why", True)],
)
def test_commands_are_set_aside_unless_their_words_go_to_the_model(words: str, sent: bool) -> None:
    run = one(f"#### {words}  \n")
    assert (len(run.messages), any(aside.kind == "command" for aside in run.set_aside)) == (int(sent), not sent)


def test_model_and_last_cost_come_from_aider_s_own_lines_and_no_tokens_are_made_of_rounded_ones() -> None:
    run = one(
        "> Main model: gpt-5 with diff edit format  \n\n#### go  \n\nyes\n\n"
        "> Tokens: 2.5k sent, 12 received. Cost: $0.01 message, $1,234.50 session.  \n"
    )
    assert (run.models, [stated.cost for stated in run.stated], run.requests[0].usage) == (("gpt-5",), [1234.5], None)


def test_an_interrupt_at_the_end_cuts_the_session() -> None:
    interrupt = "> ^C KeyboardInterrupt  \n"
    assert one("#### go  \n\nyes\n\n" + interrupt).ending.cut_by == "abort"
    assert one("#### go  \n\nye\n\n" + interrupt + "\n#### go on  \n\nyes\n").ending.kind == "unknown"


def test_windows_line_ends_read_the_same() -> None:
    text = START + "#### go  \n\nyes\n"
    assert said(read(text.replace("\n", "\r\n"))[0]) == said(read(text)[0])


def test_the_lines_of_a_run_are_found_in_its_file() -> None:
    (source,) = load.sources([SAMPLES / "aider"])
    run = load.runs(source)[1]
    lines = raw_records(load.decode_source(source), run.records[0])
    assert lines[run.messages[0].records[0] - run.records[0].first] == b"#### /ask which files are there?  "


def test_other_text_is_not_claimed(tmp_path: Path) -> None:
    for text in ("# about aider\n#### go\n", "> Tokens: 1 sent, 2 received.\n"):
        assert matches(decode(text.encode(), "notes")) == []
    assert matches(decode(b"> Tokens: 1 sent, 2 received.\n\n#### go\n", "history"))[0][0].name == "aider"
