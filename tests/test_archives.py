"""Archives read in place, and what an archive may not do."""

import gzip
import io
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import pytest
from conftest import SAMPLES

from viewer import load
from viewer.analysis.summary import summary
from viewer.archives import is_archive, open_archive
from viewer.errors import RunFileError
from viewer.model.run import Run

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

REFUND = (SAMPLES / "refund/refund.json").read_bytes()
OTHER = (SAMPLES / "refund/policy_lookup_fails.json").read_bytes()
FILES = {"runs/refund.json": REFUND, "runs/fails.json": OTHER, "notes.png": b"\x89PNG"}


def _tar(files: dict[str, bytes], *more: tarfile.TarInfo) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        for entry in more:
            archive.addfile(entry)
    return packed.getvalue()


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _runs(path: Path) -> dict[str, Run]:
    return {source.name: load.runs(source)[0] for source in load.sources([path])}


ARCHIVES = {
    "runs.zip": _zip(FILES),
    "runs.tar": _tar(FILES),
    "runs.tar.gz": gzip.compress(_tar(FILES)),
    "runs.tgz": gzip.compress(_tar(FILES)),
    "runs.tar.zst": zstd.compress(_tar(FILES)),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_members_are_sources_that_read_like_the_files_themselves(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(ARCHIVES[name])
    found = _runs(path)
    assert sorted(found) == [f"{name}/runs/fails.json", f"{name}/runs/refund.json"]
    run = found[f"{name}/runs/refund.json"]
    (alone,) = load.runs(next(load.sources([SAMPLES / "refund/refund.json"])))
    assert summary(run) == summary(alone)
    assert run.source.parts[0].member == "runs/refund.json"


def test_a_folder_of_archives_lists_their_members(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more/a.zip").write_bytes(ARCHIVES["runs.zip"])
    (tmp_path / "refund.json").write_bytes(REFUND)
    assert sorted(_runs(tmp_path)) == ["more/a.zip/runs/fails.json", "more/a.zip/runs/refund.json", "refund.json"]


def test_an_archive_is_known_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "download"
    path.write_bytes(ARCHIVES["runs.tar.gz"])
    assert is_archive(path)
    assert len(_runs(path)) == 2
    path.write_bytes(gzip.compress(REFUND))
    assert not is_archive(path)


def test_a_single_file_packed_with_zstd_is_read(tmp_path: Path) -> None:
    path = tmp_path / "refund.json.zst"
    path.write_bytes(zstd.compress(REFUND))
    assert list(_runs(tmp_path)) == ["refund.json.zst"]


def test_links_devices_absolute_names_and_names_that_lead_out_are_skipped_and_listed(tmp_path: Path) -> None:
    link = tarfile.TarInfo("link.json")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    device = tarfile.TarInfo("device.json")
    device.type = tarfile.CHRTYPE
    path = tmp_path / "bad.tar"
    path.write_bytes(_tar({"ok.json": REFUND, "/abs.json": REFUND, "a/../../up.json": REFUND}, link, device))
    found = list(load.sources([path]))
    assert [source.name for source in found] == ["bad.tar", "bad.tar/ok.json"]
    with pytest.raises(RunFileError, match="4 members are never read") as caught:
        load.runs(found[0])
    for word in ("link.json", "device.json", "abs.json", "up.json"):
        assert word in caught.value.reason
    assert len(load.runs(found[1])) == 1


def test_equal_names_are_both_shown(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for content in (REFUND, OTHER):
            entry = tarfile.TarInfo("run.json")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    path = tmp_path / "twice.tar"
    path.write_bytes(packed.getvalue())
    archive_ = open_archive(path)
    assert archive_.names == ("run.json", "run.json~2")
    assert (archive_.read("run.json"), archive_.read("run.json~2")) == (REFUND, OTHER)


def test_a_cut_archive_is_a_sentence_and_hides_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(ARCHIVES["runs.tar.gz"][:600])
    (tmp_path / "refund.json").write_bytes(REFUND)
    found = list(load.sources([tmp_path]))
    assert "refund.json" in [source.name for source in found]
    broken = next(source for source in found if source.name.startswith("a.tar.gz"))
    with pytest.raises(RunFileError):
        load.runs(broken)


class _Zeros(io.RawIOBase):
    """A stream of zeros as long as asked."""

    def __init__(self, size: int) -> None:
        self._left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        size = min(size, self._left)
        self._left -= size
        return b"\x00" * size


def test_a_bomb_is_refused_within_seconds(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.gz"
    with gzip.open(path, "wb", compresslevel=1) as packed, tarfile.open(fileobj=packed, mode="w|") as archive:
        entry = tarfile.TarInfo("zeros.json")
        entry.size = 1 << 31
        archive.addfile(entry, _Zeros(entry.size))  # type: ignore[arg-type]  # it has the one method that is used
    started = time.perf_counter()
    with pytest.raises(RunFileError, match="it is refused"):
        open_archive(path)
    assert time.perf_counter() - started < 20  # a stated limit of seconds, with room for a slow machine


def test_an_archive_inside_an_archive_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "outer.zip"
    path.write_bytes(_zip({"inner.zip": ARCHIVES["runs.zip"]}))
    (source,) = load.sources([path])
    with pytest.raises(RunFileError, match="no format"):
        load.runs(source)
