"""RUN is a path, or a path and a run id; the last # divides."""

import json
from pathlib import Path
from typing import Any

import pytest

from viewer.cli.address import run_at, split_address
from viewer.errors import RunFileError


def document(run_id: str, *subs: dict[str, Any]) -> dict[str, Any]:
    return {"format": "trajectory-viewer", "version": 1, "run_id": run_id, "messages": [], "sub_runs": list(subs)}


def put(path: Path, *documents: dict[str, Any]) -> str:
    path.write_text("\n".join(map(json.dumps, documents)))
    return str(path)


def refusal(address: str) -> str:
    with pytest.raises(RunFileError) as caught:
        run_at(address)
    return str(caught.value)


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("a.json", ("a.json", None)),
        ("a.json#r", ("a.json", "r")),
        ("a.json#", ("a.json", None)),
        ("a#b.json", ("a#b.json", None)),
        ("a#b.json#r", ("a#b.json", "r")),
        ("a.json#r#1", ("a.json", "r#1")),
        ("none.json#r", ("none.json#r", None)),
        ("#r", ("#r", None)),
    ],
)
def test_the_last_hash_divides_unless_a_file_has_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, parts: tuple[str, str | None]
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.json", document("r"))
    put(tmp_path / "a#b.json", document("r"))
    assert split_address(address) == parts


def test_a_run_is_found_by_path_alone_or_with_its_id_sub_runs_by_id(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", document("r", {**document("s"), "parent": {"run_id": "r"}}))
    assert run_at(path).run_id == "r"
    assert run_at(f"{path}#r").run_id == "r"
    assert run_at(f"{path}#s").run_id == "s"
    assert run_at(str(tmp_path)).run_id == "r"
    assert refusal(f"{path}#x") == f"{path}: holds no run 'x'; it has r, s"


def test_several_runs_are_named_instead_of_choosing_one(tmp_path: Path) -> None:
    put(tmp_path / "a.json", document("r"))
    put(tmp_path / "b.json", document("r"))
    put(tmp_path / "c.json", document("q"))
    assert "holds 3 runs: name one as" in refusal(str(tmp_path))
    assert "holds 2 runs 'r': name the file" in refusal(f"{tmp_path}#r")
    assert run_at(f"{tmp_path}#q").run_id == "q"


def test_an_unreadable_file_says_why_and_an_empty_folder_that_it_holds_none(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.json").write_text("{oops}")
    assert "is no JSON" in refusal(str(tmp_path / "bad.json"))
    assert "holds no file that looks like a run" in refusal(str(tmp_path / "empty"))
