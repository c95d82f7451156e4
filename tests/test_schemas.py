"""What the commands print is as the published schemas say, for every sample."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SAMPLES
from jsonschema import Draft202012Validator

from viewer import load
from viewer.cli.summary import lines_of
from viewer.formats import canonical
from viewer.json_lines import json_line
from viewer.model.run import walk
from viewer.model.source import Source
from viewer.show import show

SCHEMAS = ROOT / "viewer" / "schemas"
SOURCES = list(load.sources([SAMPLES]))


def checker(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))


SHOW, SUMMARY = checker("show"), checker("summary")


def plain(value: Any) -> Any:
    return json.loads(json_line(value))


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_a_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_show_and_summary_print_what_their_schemas_say(source: Source) -> None:
    for line in lines_of(source, None):
        SUMMARY.validate(plain(line))
    for run in (run for root in load.runs(source) for run in walk(root)):
        SHOW.validate(plain(show(run)))
        SHOW.validate(plain(canonical.document(run)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("show", {"format": "trajectory-viewer", "version": 2, "messages": []}),
        ("show", {"format": "trajectory-viewer", "version": 1, "messages": [{"role": "tool"}]}),
        ("summary", {"source": "a.json"}),
        ("summary", {"source": "a.json", "error": "is cut", "run_id": "r"}),
    ],
)
def test_what_is_not_as_promised_is_refused(name: str, value: Any) -> None:
    assert not {"show": SHOW, "summary": SUMMARY}[name].is_valid(value)
