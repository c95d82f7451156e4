"""Which files under a path are taken for run files, and which belong together."""

import os
from pathlib import Path

import pytest

from viewer.errors import RunFileError
from viewer.listing import listed


def names(root: Path) -> list[str]:
    return [one.name for one in listed(root)]


def put(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("{}")


def test_a_folder_is_listed_in_path_order_with_names_below_it(tmp_path: Path) -> None:
    put(tmp_path, "b.json", "a.jsonl", "sub/z.traj", "sub/deep/c.json.gz", "UPPER.JSON")
    assert names(tmp_path) == ["UPPER.JSON", "a.jsonl", "b.json", "sub/z.traj", "sub/deep/c.json.gz"]


def test_hidden_files_other_suffixes_and_package_files_are_left_out_of_a_folder(tmp_path: Path) -> None:
    put(
        tmp_path,
        ".hidden.json",
        ".git/x.json",
        "notes.md",
        "requirements.txt",
        "node/package.json",
        "run.txt",
        "sessions-index.json",
    )
    assert names(tmp_path) == ["run.txt"]


def test_a_file_that_is_named_is_taken_whatever_its_suffix(tmp_path: Path) -> None:
    put(tmp_path, ".hidden", "notes.md")
    assert names(tmp_path / ".hidden") == [".hidden"]
    assert names(tmp_path / "notes.md") == ["notes.md"]


def test_a_path_that_does_not_exist_is_an_error() -> None:
    for path in ("no/such/path", "x" * 5000, "nul\0byte"):
        with pytest.raises(RunFileError, match="does not exist"):
            list(listed(path))


@pytest.mark.parametrize(
    "name", ["a b.json", "ü€😀.json", "a#b.json", "-x.json", "a\nb.json", "a%2F.json", "'\"$(x).json"]
)
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    put(tmp_path, name)
    assert names(tmp_path) == [name]


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_a_name_that_is_no_utf8_is_listed(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.json")).write_text("{}")
    assert names(tmp_path) == ["caf\udce9.json"]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_out_of_the_root_is_left_out_and_one_inside_stays(tmp_path: Path) -> None:
    put(tmp_path, "outside.json", "root/real.json", "root-2/other.json")
    (tmp_path / "root/inside.json").symlink_to(tmp_path / "root/real.json")
    (tmp_path / "root/out.json").symlink_to(tmp_path / "outside.json")
    (tmp_path / "root/sibling.json").symlink_to(tmp_path / "root-2/other.json")
    (tmp_path / "root/broken.json").symlink_to(tmp_path / "root/none.json")
    (tmp_path / "root/folder").symlink_to(tmp_path / "root-2")
    assert names(tmp_path / "root") == ["broken.json", "inside.json", "real.json"]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_root_that_is_itself_a_link_is_followed(tmp_path: Path) -> None:
    put(tmp_path, "real/a.json")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert names(tmp_path / "link") == ["a.json"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may list every folder")
def test_a_folder_that_cannot_be_listed_stands_in_the_list(tmp_path: Path) -> None:
    put(tmp_path, "a.json", "closed/b.json")
    (tmp_path / "closed").chmod(0)
    assert names(tmp_path) == ["a.json", "closed"]
    (tmp_path / "closed").chmod(0o700)


def test_files_below_a_session_s_folder_join_it_and_no_longer_stand_alone(tmp_path: Path) -> None:
    put(tmp_path, "p/s.jsonl", "p/s/subagents/agent-a.jsonl", "p/s/subagents/agent-b.jsonl", "p/other/x.jsonl")
    found = {one.name: [path.name for path in one.companions] for one in listed(tmp_path)}
    assert found == {"p/s.jsonl": ["agent-a.jsonl", "agent-b.jsonl"], "p/other/x.jsonl": []}
    (alone,) = listed(tmp_path / "p/s.jsonl")
    assert [path.name for path in alone.companions] == ["agent-a.jsonl", "agent-b.jsonl"]


def test_a_head_above_joins_each_file_that_it_tells_of_and_no_longer_stands_alone(tmp_path: Path) -> None:
    put(tmp_path, "v/results.json", "v/simulations/a.json", "v/simulations/b.json")
    found = {one.name: [path.name for path in one.companions] for one in listed(tmp_path)}
    assert found == {"v/simulations/a.json": ["results.json"], "v/simulations/b.json": ["results.json"]}
    (alone,) = listed(tmp_path / "v/simulations/a.json")
    assert alone.companions == ()


def test_results_of_a_whole_benchmark_gather_those_of_its_trials(tmp_path: Path) -> None:
    put(tmp_path, "r/results.json", "r/run_metadata.json", "r/t/one/results.json", "r/t/one/sessions/x.log")
    found = {one.name: [path.parent.name for path in one.companions] for one in listed(tmp_path)}
    assert found == {"r/results.json": ["one", "r"], "r/t/one/sessions/x.log": []}


def test_the_history_of_aider_is_listed_though_it_is_hidden(tmp_path: Path) -> None:
    put(tmp_path, ".aider.chat.history.md", ".aider.input.history", "notes.md", "shop.chat.history.md")
    assert names(tmp_path) == [".aider.chat.history.md", "shop.chat.history.md"]


def test_the_wire_of_the_main_agent_gathers_those_of_the_others(tmp_path: Path) -> None:
    put(tmp_path, "s/state.json", "s/agents/main/wire.jsonl", "s/agents/agent-0/wire.jsonl")
    found = {one.name: [path.parent.name for path in one.companions] for one in listed(tmp_path)}
    assert found == {"s/agents/main/wire.jsonl": ["agent-0", "s"]}
    (alone,) = listed(tmp_path / "s/agents/main/wire.jsonl")
    assert [path.parent.name for path in alone.companions] == ["agent-0"]
