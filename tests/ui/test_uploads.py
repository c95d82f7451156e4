import gc
import io
import json
import os
import tarfile
import time
import zipfile
from pathlib import Path

import pytest
from span_files import agent, chat, otlp

from viewer.errors import RunFileError
from viewer.ui import uploads as uploads_module
from viewer.ui.catalog import Catalog
from viewer.ui.uploads import Uploads, stored_name

RUN = json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]).encode()


class Dropped(io.BytesIO):
    """A file as the uploader gives it."""

    def __init__(self, name: str, content: bytes = RUN) -> None:
        super().__init__(content)
        self.name = name
        self.size = len(content)


def read(uploads: Uploads, *read_as: str) -> Catalog:
    catalog = uploads.catalog(read_as)
    deadline = time.monotonic() + 20
    while catalog.progress().state == "reading":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return catalog


def names(catalog: Catalog) -> list[str]:
    return [row.source.partition("/")[2] for row in catalog.rows()]


def test_dropped_files_are_read_like_those_of_a_folder() -> None:
    uploads = Uploads()
    uploads.add([Dropped("a.json"), Dropped("b.json", b"{")])
    catalog = read(uploads)
    assert names(catalog) == ["a.json"]
    assert [row.source.partition("/")[2] for row in catalog.unreadable()] == ["b.json"]
    assert catalog.run(catalog.rows()[0]).messages[0].role == "user"


def test_a_second_batch_stands_beside_the_first_and_equal_names_are_both_kept() -> None:
    uploads = Uploads()
    uploads.add([Dropped("a.json"), Dropped("A.json")])
    read(uploads)
    uploads.add([Dropped("a.json")])
    catalog = read(uploads)
    assert names(catalog) == ["A~2.json", "a.json", "a.json"]
    assert len({row.key for row in catalog.rows()}) == 3


def test_an_archive_gives_the_runs_of_its_members() -> None:
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("inside/a.json", RUN)
    with tarfile.open(fileobj=tarred, mode="w:gz") as tar:
        entry = tarfile.TarInfo("inside/b.json")
        entry.size = len(RUN)
        tar.addfile(entry, io.BytesIO(RUN))
    uploads = Uploads()
    uploads.add([Dropped("runs.zip", zipped.getvalue()), Dropped("runs.tar.gz", tarred.getvalue())])
    assert names(read(uploads)) == ["runs.tar.gz/inside/b.json", "runs.zip/inside/a.json"]


def test_files_that_belong_together_are_one_source() -> None:
    first, second = (json.dumps(otlp(one)).encode() for one in (agent(), chat(2, 1)))
    uploads = Uploads()
    uploads.add([Dropped("spans-1.json", first), Dropped("spans-2.json", second)])
    (row,) = read(uploads).rows()
    assert row.model_requests == 1


def test_the_same_file_in_two_sessions_has_two_keys() -> None:
    one, two = Uploads(), Uploads()
    for uploads in (one, two):
        uploads.add([Dropped("a.json")])
    (first,), (second,) = read(one).rows(), read(two).rows()
    assert first.key != second.key
    assert read(two).rows_of_key(first.key) == ()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("run.json", "run.json"),
        ("../../etc/passwd", "passwd.txt"),
        ("..\\..\\run.json", "run.json"),
        ("/tmp/run.json", "run.json"),
        ("C:\\run.json", "run.json"),
        ("a:b?.json", "a_b_.json"),
        ("..", "file.txt"),
        ("", "file.txt"),
        (".hidden.json", "hidden.json.txt"),
        (".aider.chat.history.md", ".aider.chat.history.md"),
        ("trace", "trace.txt"),
        ("readme.txt", "readme.txt.txt"),
        ("\x1b[31m\u202e.json", "_[31m_.json"),
        ("\udcff.json", "_.json"),
        ("x" * 500 + ".json", "x" * 195 + ".json"),
    ],
)
def test_a_name_never_leads_elsewhere_and_is_always_looked_at(given: str, kept: str) -> None:
    assert stored_name(given) == kept
    uploads = Uploads()
    uploads.add([Dropped(given)])
    assert names(read(uploads)) == [kept]
    assert [path.name for path in uploads.folder.rglob("*") if path.is_file()] == [kept]


def test_more_than_a_session_may_keep_is_refused_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads_module, "MOST_BYTES", 2 * len(RUN))
    uploads = Uploads()
    uploads.add([Dropped("a.json")])
    with pytest.raises(RunFileError, match="there is room for"):
        uploads.add([Dropped("b.json"), Dropped("c.json")])
    assert names(read(uploads)) == ["a.json"]


def test_the_files_go_away_with_the_session() -> None:
    uploads = Uploads()
    uploads.add([Dropped("a.json")])
    read(uploads)
    folder = uploads.folder
    assert folder.is_dir()
    del uploads
    gc.collect()
    assert not folder.exists()


def test_they_are_removed_a_while_after_the_browser_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads_module, "SECONDS_KEPT", 0.05)
    uploads = Uploads()
    uploads.add([Dropped("a.json")])
    uploads.leave()
    deadline = time.monotonic() + 20
    while uploads.folder.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_they_stay_where_the_browser_comes_back_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads_module, "SECONDS_KEPT", 0.05)
    uploads = Uploads()
    uploads.add([Dropped("a.json")])
    uploads.leave()
    uploads.stay()
    time.sleep(0.2)
    assert names(read(uploads)) == ["a.json"]


def test_removed_uploads_are_gone_from_disk_at_once() -> None:
    uploads = Uploads()
    uploads.add([Dropped("a.json")])
    uploads.remove()
    assert not uploads.folder.exists()


@pytest.mark.skipif(os.name == "nt", reason="folders have no such modes on Windows")
def test_no_other_user_of_the_machine_may_look_into_them() -> None:
    assert Uploads().folder.stat().st_mode & 0o077 == 0


def test_a_choice_between_formats_reads_them_again() -> None:
    uploads = Uploads()
    uploads.add([Dropped("a.json")])
    assert read(uploads) is not read(uploads, "plain")
    assert len(read(uploads, "plain").rows()) == 1
    assert Path(read(uploads).rows()[0].uri).is_relative_to(uploads.folder)
