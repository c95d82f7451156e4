"""How runs of mini-swe-agent end."""

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Input, Reply
from viewer.formats.mini_swe_agent_ending import ending_of
from viewer.model.block import Text, ToolUse


def test_a_limit_of_time_is_told_in_seconds() -> None:
    ending = ending_of({"exit_status": "TimeExceeded"}, {"agent": {"wall_time_limit_seconds": 900}}, RunBuilder())
    assert (ending.cut_by, ending.cap, ending.cap_unit) == ("time", 900.0, "seconds")


def test_replies_of_a_wrong_format_again_and_again_end_the_run() -> None:
    assert ending_of({"exit_status": "RepeatedFormatError"}, {}, RunBuilder()).cut_by == "abort"


def test_a_file_saved_before_the_end_is_open() -> None:
    builder = RunBuilder()
    builder.add(Input((Text("go"),)), 1)
    builder.add(Reply((ToolUse("c", "bash", {"command": "ls"}),)), 2)
    assert ending_of({"exit_status": ""}, {}, builder).kind == "open"
