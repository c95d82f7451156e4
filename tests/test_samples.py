"""Every sample: claimed by one format only, equal to its golden, whole in its records, readable when cut anywhere."""

import json
from pathlib import Path

import pytest
from accounting import unaccounted
from conftest import GOLDENS, SAMPLES, shown

from viewer import load
from viewer.decode.decoder import decode
from viewer.errors import RunFileError
from viewer.formats.registry import FORMATS, matches
from viewer.model.source import Source

SOURCES = tuple(load.sources([SAMPLES]))
FEW_CUTS = 40
"""Cuts tried a sample; `benchmarks/mutations.py` tries many more."""


def _id(source: Source) -> str:
    return source.name


def _golden(source: Source) -> Path:
    return GOLDENS / (source.name + ".json")


@pytest.mark.parametrize("source", SOURCES, ids=_id)
def test_a_sample_is_claimed_by_one_format_more_strongly_than_by_any_other(source: Source) -> None:
    claims = matches(load.decode_source(source))
    assert claims, "no format claims it"
    top = [format.name for format, match, _ in claims if match.strength == claims[0][1].strength]
    assert len(top) == 1, f"claimed equally by {top}"
    folder = source.name.split("/")[0]
    if folder in {format.name for format in FORMATS}:
        assert top == [folder]


@pytest.mark.parametrize("source", SOURCES, ids=_id)
def test_a_sample_reads_as_its_golden(source: Source, update_goldens: bool) -> None:
    made = shown(load.runs(source))
    path = _golden(source)
    if update_goldens:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(made, indent=1, ensure_ascii=True, sort_keys=True) + "\n", encoding="utf-8")
    assert path.exists(), "no golden yet: run pytest --update-goldens and read the file"
    assert made == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("source", SOURCES, ids=_id)
def test_every_record_of_a_sample_stands_in_exactly_one_place(source: Source) -> None:
    assert unaccounted(load.runs(source)) == []


@pytest.mark.parametrize("source", SOURCES, ids=_id)
def test_a_sample_cut_anywhere_is_read_or_refused_with_a_sentence(source: Source, tmp_path: Path) -> None:
    whole = Path(source.uri).read_bytes()
    path = tmp_path / Path(source.uri).name
    for number in range(FEW_CUTS):
        path.write_bytes(whole[: len(whole) * number // FEW_CUTS])
        cut = next(load.sources([path]))
        try:
            runs = load.runs(cut)
        except RunFileError as error:
            assert str(error)
        else:
            assert unaccounted(runs) == []


def test_no_golden_is_left_without_its_sample() -> None:
    assert {path.relative_to(GOLDENS).as_posix() for path in GOLDENS.rglob("*.json")} == {
        source.name + ".json" for source in SOURCES
    }


def test_decoding_never_depends_on_the_file_name() -> None:
    source = SOURCES[0]
    data = Path(source.uri).read_bytes()
    assert type(decode(data, "x.bin")) is type(load.decode_source(source))
