"""Session folders of Strands."""

import json
import shutil
from pathlib import Path, PurePath

from accounting import unaccounted
from conftest import SAMPLES

from viewer import load
from viewer.formats.strands_session import companions, heads
from viewer.model.block import Text
from viewer.model.run import Run

FOLDER = SAMPLES / "strands/session_s7"
AGENT = "agents/agent_desk/agent.json"


def read(path: Path) -> Run:
    (source,) = load.sources([path])
    (run,) = load.runs(source)
    return run


def test_the_messages_of_an_agent_are_its_own_in_the_order_of_their_numbers() -> None:
    run = read(FOLDER)
    texts = [block.text for message in run.messages[4:] for block in message.blocks if isinstance(block, Text)]
    rooms = [words for number in range(13, 21, 2) for words in (f"And room {number}?", f"Room {number} is free.")]
    assert (run.run_id, len(run.messages), texts) == ("s7/desk", 12, rooms)
    assert [message.records for message in run.messages[:2]] == [(2,), (3,)]
    assert [(aside.record, aside.kind) for aside in run.set_aside] == [(1, "agent"), (14, "session")]


def test_an_agent_that_is_given_alone_finds_its_messages() -> None:
    assert len(read(FOLDER / AGENT).messages) == 12


def test_what_requests_saw_is_unknown_once_messages_were_taken_off_the_list(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "s")
    agent = json.loads((tmp_path / "s" / AGENT).read_text())
    agent["conversation_manager_state"]["removed_message_count"] = 3
    (tmp_path / "s" / AGENT).write_text(json.dumps(agent))
    contexts = {request.context.status if request.context else None for request in read(tmp_path / "s").requests}
    assert contexts == {"unknown"}


def test_a_message_file_that_is_cut_is_a_problem_of_its_own(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "s")
    path = tmp_path / "s" / AGENT
    cut = path.parent / "messages/message_3.json"
    cut.write_bytes(cut.read_bytes()[:60])
    (path.parent / "messages/message_5.json").write_text("")
    run = read(tmp_path / "s")
    assert [problem.record for problem in run.problems] == [5, 7]
    assert (len(run.messages), unaccounted((run,))) == (10, [])


def test_files_are_told_by_their_places() -> None:
    folder = PurePath("s/agents/agent_a")
    below = (folder / "messages/message_10.json", folder / "messages/message_9.json", folder / "other/message_1.json")
    assert companions(folder / "agent.json", below) == (below[1], below[0])
    assert heads(folder / "agent.json") == (PurePath("s/session.json"),)
    assert companions(folder / "x.json", below) == heads(folder / "x.json") == ()
