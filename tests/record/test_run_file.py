"""A run file is JSON after every write."""

import json
from pathlib import Path
from typing import Any

from viewer.record.run_file import RunFile


def held(file: RunFile) -> Any:
    return json.loads(file.path.read_bytes())


def test_messages_are_added_at_the_end_and_the_file_is_whole_each_time(tmp_path: Path) -> None:
    file, messages = RunFile(tmp_path / "run.json"), []
    for number in range(5):
        messages.append({"index": number})
        file.write({"run_id": "r"}, messages, number)
        assert held(file) == {"run_id": "r", "messages": messages}


def test_a_message_that_grew_or_shrank_is_written_again(tmp_path: Path) -> None:
    file = RunFile(tmp_path / "run.json")
    file.write({"run_id": "r"}, [{"text": "long" * 50}, {"text": "next"}], 0)
    file.write({"run_id": "r"}, [{"text": "short"}, {"text": "next"}], 0)
    assert held(file)["messages"] == [{"text": "short"}, {"text": "next"}]
    file.write({"run_id": "r"}, [{"text": "short"}], 1)
    assert held(file)["messages"] == [{"text": "short"}]


def test_a_head_that_changed_replaces_the_file_and_writing_goes_on(tmp_path: Path) -> None:
    file = RunFile(tmp_path / "run.json")
    file.write({"outcome": "unknown"}, [{"index": 0}], 0)
    file.replace({"outcome": "success"}, [{"index": 0}])
    file.write({"outcome": "success"}, [{"index": 0}, {"index": 1}], 1)
    assert held(file) == {"outcome": "success", "messages": [{"index": 0}, {"index": 1}]}
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_lone_surrogate_and_odd_keys_can_be_written(tmp_path: Path) -> None:
    file = RunFile(tmp_path / "run.json")
    file.write({"run_id": "r"}, [{"text": "\ud800", ("a", 1): 2}], 0)
    assert held(file)["messages"] == [{"text": "\ud800", "('a', 1)": 2}]
