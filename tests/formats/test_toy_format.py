"""A format that a newcomer adds: the file that README shows, one line in the registry, and all else works."""

import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest
from accounting import unaccounted
from click.testing import CliRunner
from conftest import ROOT, SAMPLES

import viewer.cli.formats
import viewer.cli.summary  # noqa: F401  # first loaded under the patch, a command would keep the toy for other tests
from viewer import load
from viewer.cli import main
from viewer.decode.decoder import decode
from viewer.errors import RunFileError
from viewer.formats import registry
from viewer.formats.base import Format
from viewer.formats.registry import FORMATS, choose, matches

ENTRIES = [
    {"by": "human", "said": "Is the oven off?"},
    {"by": "agent", "said": "It is."},
    {"by": "human", "said": "And the lamp?"},
    {"by": "agent", "said": "Off too."},
]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Format:
    """The format of README's section, from a file of its own, in the registry's tuple."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme[readme.index("## Add a format") :]
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert code is not None
    path = tmp_path / "diary.py"
    path.write_text(code[1], encoding="utf-8")
    spec = importlib.util.spec_from_file_location("viewer.formats.diary", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "viewer.formats.diary", module)
    spec.loader.exec_module(module)
    format = module.FORMAT
    assert isinstance(format, Format)
    monkeypatch.setattr(registry, "FORMATS", (*FORMATS, format))
    return format


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    path = tmp_path / "runs" / "kitchen.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"diary": ENTRIES}))
    return path


def test_a_file_of_it_is_told_by_content_and_read(toy: Format, diary: Path) -> None:
    (run,) = load.runs(next(load.sources([diary])))
    assert run.format == toy.name == "diary"
    assert [(message.role, message.records) for message in run.messages] == [
        ("user", (1,)),
        ("assistant", (2,)),
        ("user", (3,)),
        ("assistant", (4,)),
    ]
    assert [request.turn for request in run.requests] == [1, 2]
    assert unaccounted((run,)) == []


def test_the_command_line_counts_it_and_says_by_which_sign_it_is_told(toy: Format, diary: Path) -> None:
    counted = CliRunner().invoke(main, ["summary", "--json", str(diary)])
    line = json.loads(counted.stdout)
    assert (line["format"], line["model_requests"], line["turns"], line["ending"]) == ("diary", 2, 2, "unknown")
    explained = CliRunner().invoke(main, ["formats", "--explain", str(diary)])
    assert "diary" in explained.stdout and "a list `diary`" in explained.stdout


def test_it_claims_no_sample_of_another_format(toy: Format) -> None:
    for source in load.sources([SAMPLES]):
        claims = [format.name for format, _, _ in matches(load.decode_source(source))]
        assert toy.name not in claims, source.name


def test_a_file_of_it_cut_anywhere_is_read_or_refused_with_a_sentence(toy: Format, diary: Path) -> None:
    whole = diary.read_bytes()
    read = 0
    for end in range(len(whole)):
        try:
            chosen, view = choose(decode(whole[:end], "cut"))
        except RunFileError as error:
            assert str(error)
            continue
        runs = tuple(chosen.read(view))
        assert unaccounted(runs) == []
        read += chosen is toy
    assert read > len(whole) // 2


def test_an_entry_that_it_cannot_map_is_a_problem_and_hides_no_other(toy: Format, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"diary": [ENTRIES[0], {"by": "agent"}, 5, ENTRIES[1]]}))
    (run,) = load.runs(next(load.sources([path])))
    assert [problem.record for problem in run.problems] == [2, 3]
    assert len(run.messages) == 2
