"""Calls and results written as text."""

import time

import pytest

from viewer.formats.cline_text import calls_in, is_injected, results_in
from viewer.model.block import Image, Text, ToolResult, ToolUse


def use(name: str, given: object) -> ToolUse:
    return ToolUse(None, name, given, from_text=True)


@pytest.mark.parametrize(
    ("words", "blocks"),
    [
        ("plain", [Text("plain")]),
        ("", [Text("")]),
        (
            "I read.\n<read_file>\n<path>a</path>\n</read_file>\nthen",
            [Text("I read.\n"), use("read_file", {"path": "a"}), Text("\nthen")],
        ),
        ("<list_files></list_files>", [use("list_files", {})]),
        (
            "<write_to_file><path>a</path><content>x</content>y</content></write_to_file>",
            [use("write_to_file", {"path": "a", "content": "x</content>y"})],
        ),
        ("<read_file>plain</read_file>", [use("read_file", "plain")]),
        ("<read_file><path>a</read_file>", [use("read_file", "<path>a")]),
        (
            "<read_file><path>a</path><path>b</path></read_file>",
            [use("read_file", "<path>a</path><path>b</path>")],
        ),
        ("<read_file><path>a</path>", [Text("<read_file><path>a</path>")]),
        ("say <read_file></read_file>", [Text("say <read_file></read_file>")]),
        ("<thinking>x</thinking>", [Text("<thinking>x</thinking>")]),
    ],
)
def test_calls_are_blocks_of_their_own(words: str, blocks: list[Text | ToolUse]) -> None:
    assert calls_in(words) == blocks


def test_many_calls_that_never_close_take_no_more_time_than_their_length() -> None:
    words = "<read_file>\n<path>\n" * 40_000
    start = time.thread_time()
    assert calls_in(words) == [Text(words)]
    assert calls_in(words + "</read_file>")[0] == use("read_file", words[len("<read_file>") :])
    assert time.thread_time() - start < 5


def test_a_result_takes_the_parts_behind_it_up_to_what_the_client_adds() -> None:
    environment, picture = Text("<environment_details>"), Image(None, {})
    assert results_in((Text("[read_file for 'a'] Result:"), Text("one"), Text("two"), environment)) == (
        ToolResult(
            None, [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], None, "read_file", from_text=True
        ),
        environment,
    )
    assert results_in((Text("[list_files] Result:\nx"), picture)) == (
        ToolResult(None, "x", None, "list_files", from_text=True),
        picture,
    )


def test_a_result_without_content_is_one_all_the_same() -> None:
    assert results_in((Text("[execute_command for 'ls'] Result:"),)) == (
        ToolResult(None, "", None, "execute_command", from_text=True),
    )


def test_results_of_sub_agents_belong_to_the_tool_that_starts_them() -> None:
    assert results_in((Text("[subagents] Result:\nboth done"),)) == (
        ToolResult(None, "both done", None, "use_subagents", from_text=True),
    )


def test_words_that_look_alike_are_no_results() -> None:
    for words in ("[hologram for 'a'] Result:\nx", "see [read_file] Result: x", "[read_file for 'a']"):
        assert results_in((Text(words),)) == (Text(words),)


def test_what_the_client_adds_is_known_by_its_start() -> None:
    assert is_injected("<environment_details>\nx") and is_injected("[TASK RESUMPTION] x")
    assert not is_injected("see <environment_details>")
