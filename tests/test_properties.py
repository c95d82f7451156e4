"""Whatever happens to a file: it gives runs or one sentence, nothing is lost, and every analysis holds."""

import functools
import json
import tempfile
from pathlib import Path

import pytest
from accounting import unaccounted
from conftest import SAMPLES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutations import Edit, mutated

from viewer import load
from viewer.analysis.retelling import retell_run
from viewer.cli.ledger import head, messages
from viewer.errors import RunFileError
from viewer.index.rows import rows
from viewer.json_lines import json_line
from viewer.model.run import Run, walk
from viewer.model.source import Source
from viewer.show import show

FOLDERS = sorted({source.name.split("/")[0] for source in load.sources([SAMPLES])})
EDITS = st.lists(
    st.builds(
        Edit,
        place=st.sampled_from(["tree", "tree", "bytes"]),
        kind=st.integers(0, 29),
        where=st.floats(0, 1),
        what=st.integers(0, 999),
        length=st.integers(1, 200),
    ),
    min_size=1,
    max_size=3,
)


@functools.cache
def sources_of(folder: str) -> tuple[Source, ...]:
    return tuple(source for source in load.sources([SAMPLES]) if source.name.split("/")[0] == folder)


def written(source: Source, part: int, edits: list[Edit], folder: Path) -> Source:
    """The source copied, with one of its parts damaged."""
    for number, one in enumerate(source.parts):
        path = Path(one.uri)
        data = path.read_bytes()
        place = folder / path.relative_to(SAMPLES)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(mutated(data, edits) if number == part else data)
    (copied,) = load.sources([folder / Path(source.parts[0].uri).relative_to(SAMPLES)])
    return copied


def hold(runs: tuple[Run, ...]) -> None:
    """All that must hold of whatever was read."""
    assert runs
    assert unaccounted(runs) == []
    for row in rows(runs):
        json.loads(json_line(row))
    for run in (run for root in runs for run in walk(root)):
        json.loads(json_line(show(run)))
        list(head(run))
        list(messages(run, 0, len(run.messages), full=False, reveal=False))
        retell_run(run)
        assert [message.index for message in run.messages] == list(range(len(run.messages)))
        assert [request.k for request in run.requests] == list(range(1, len(run.requests) + 1))
        for request in run.requests:
            assert run.messages[request.message_index].role == "assistant"


@pytest.mark.parametrize("folder", FOLDERS)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(edits=EDITS, which=st.integers(0, 999), part=st.integers(0, 9))
def test_a_damaged_file_gives_runs_or_a_sentence(folder: str, edits: list[Edit], which: int, part: int) -> None:
    source = sources_of(folder)[which % len(sources_of(folder))]
    with tempfile.TemporaryDirectory() as place:
        damaged = written(source, part % len(source.parts), edits, Path(place))
        try:
            runs = load.runs(damaged)
        except RunFileError as error:
            assert "\n" not in error.place
            assert error.reason
        else:
            hold(runs)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_give_runs_or_a_sentence(data: bytes) -> None:
    _read_or_refused(data)


KEYS = st.sampled_from(["role", "content", "messages", "type", "id", "usage", "steps", "request", "response", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=15,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(JSON, st.booleans())
def test_any_json_gives_runs_or_a_sentence(value: object, as_lines: bool) -> None:
    text = json.dumps(value)
    _read_or_refused((f"{text}\n{text}\n" if as_lines else text).encode())


def _read_or_refused(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "run.json"
        path.write_bytes(data)
        (source,) = load.sources([path])
        try:
            runs = load.runs(source)
        except RunFileError as error:
            assert error.reason
        else:
            hold(runs)
