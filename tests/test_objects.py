"""Object storage: prefixes are listed like folders, objects read like files, and the web is none."""

import json
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from viewer import load
from viewer.errors import RunFileError
from viewer.objects import is_object, object_part

RUN = {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]}


@pytest.fixture
def prefix() -> Iterator[str]:
    store = fsspec.filesystem("memory")
    for name in ("day-1/a.json", "day-2/b.json", "day-2/notes.bin"):
        store.pipe(f"/runs-of-test/{name}", json.dumps(RUN).encode())
    yield "memory://runs-of-test"
    store.rm("/runs-of-test", recursive=True)


def test_a_prefix_is_listed_like_a_folder(prefix: str) -> None:
    found = list(load.sources([prefix]))
    assert [source.name for source in found] == ["day-1/a.json", "day-2/b.json"]
    assert [len(load.runs(source)) for source in found] == [1, 1]
    assert [source.name for source in load.sources([f"{prefix}/day-2"])] == ["b.json"]
    assert [source.name for source in load.sources([f"{prefix}/day-1/a.json"])] == ["a.json"]


def test_an_object_that_changed_has_another_version(prefix: str) -> None:
    (source,) = load.sources([f"{prefix}/day-1"])
    assert load.as_it_is_now(source) == source
    fsspec.filesystem("memory").pipe("/runs-of-test/day-1/a.json", b"{}")
    assert load.as_it_is_now(source).version != source.version


def test_what_is_not_there_is_told(prefix: str) -> None:
    with pytest.raises(RunFileError, match=r"holds nothing|cannot be listed"):
        list(load.sources([f"{prefix}/day-3"]))
    with pytest.raises(RunFileError, match="no longer there"):
        object_part(f"{prefix}/day-1/none.json")


def test_addresses_of_the_web_are_no_objects() -> None:
    assert is_object("s3://bucket/runs")
    assert not any(
        map(is_object, ("http://host/run.json", "https://host/run.json", "file:///etc", "runs/a.json", "s3"))
    )


def test_missing_credentials_are_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    with pytest.raises(RunFileError, match="check the address and its credentials"):
        list(load.sources(["s3://bucket/runs"]))
