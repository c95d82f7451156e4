"""Archives: what is listed, what comes out, and what is refused before it comes out."""

import io
import stat
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from viewer import load
from viewer.decode import members as module
from viewer.decode.decoder import decode, decode_member
from viewer.decode.document import JsonDocument
from viewer.decode.members import Members, members
from viewer.decode.record_bytes import raw_records
from viewer.errors import RunFileError
from viewer.model.source import RecordArray

if sys.version_info >= (3, 14):
    from zipfile import ZIP_ZSTANDARD
    from zipfile import ZipFile as NewZipFile

    from compression import zstd
else:
    from backports import zstd
    from backports.zstd.zipfile import ZIP_ZSTANDARD
    from backports.zstd.zipfile import ZipFile as NewZipFile


def archive(contents: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with NewZipFile(made, "w", method) as writer:
        for name, content in contents.items():
            writer.writestr(name, content)
    return made.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZIP_ZSTANDARD])
def test_a_member_comes_out_as_it_went_in(method: int) -> None:
    content = b'{"a": 1}' * 1000
    opened = members(archive({"x.json": content, "empty.json": b""}, method), "log.eval")
    assert opened.names == ("x.json", "empty.json")
    assert opened.read("x.json") == content
    assert opened.read("empty.json") == b""


def test_a_zip_is_told_by_its_content_and_its_members_are_decoded_as_files() -> None:
    opened = decode(archive({"a.json": b'{"x": [1, 2]}'}), "any.name")
    assert isinstance(opened, Members)
    document = decode_member(opened, "a.json")
    assert isinstance(document, JsonDocument)
    assert document.value == {"x": [1, 2]}
    assert document.name == "any.name:a.json"


def test_an_archive_inside_an_archive_is_not_opened() -> None:
    inner = archive({"a.json": b"{}"})
    opened = decode(archive({"inner.zip": inner}), "outer.zip")
    assert isinstance(opened, Members)
    found = decode_member(opened, "inner.zip")
    assert not isinstance(found, Members | JsonDocument)
    assert "zip archive" in found.notes[0]


def test_names_that_lead_elsewhere_and_links_are_skipped_and_listed() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as writer:
        for name in ("../up.json", "/etc/x.json", "C:/x.json", "a/..\\..\\b.json", "good.json"):
            writer.writestr(name, b"{}")
        link = zipfile.ZipInfo("link.json")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        writer.writestr(link, b"/etc/passwd")
        pipe = zipfile.ZipInfo("pipe.json")
        pipe.external_attr = (stat.S_IFIFO | 0o600) << 16
        writer.writestr(pipe, b"")
    opened = members(made.getvalue(), "x.zip")
    assert opened.names == ("good.json",)
    assert len(opened.notes) == 6
    assert "'../up.json' was skipped: its name leads out of the archive" in opened.notes[0]
    assert any("it is a link" in note for note in opened.notes)


def test_two_members_of_one_name_are_both_shown_and_the_last_is_the_newest() -> None:
    made = io.BytesIO()
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(made, "w") as writer:
        writer.writestr("header.json", b'{"status": "started"}')
        writer.writestr("header.json", b'{"status": "success"}')
    opened = members(made.getvalue(), "x.zip")
    assert opened.names == ("header.json", "header.json~2")
    assert opened.newest("header.json") == "header.json~2"
    assert opened.read("header.json~2") == b'{"status": "success"}'
    assert opened.newest("absent.json") is None


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, ZIP_ZSTANDARD])
def test_a_member_that_grows_beyond_the_limit_is_refused(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MEMBER_BYTES", 100_000)
    opened = members(archive({"bomb.json": bytes(50_000_000)}, method), "x.zip")
    with pytest.raises(RunFileError, match="more than 100,000 bytes"):
        opened.read("bomb.json")


def test_the_sum_of_all_members_is_limited_and_reading_one_twice_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TOTAL_BYTES", 250)
    opened = members(archive({name: bytes(100) for name in ("a", "b", "c")}), "x.zip")
    for name in ("a", "a", "a", "b"):
        opened.read(name)
    with pytest.raises(RunFileError, match="beyond 250"):
        opened.read("c")


def test_too_many_members_are_refused_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MEMBERS", 10)
    with pytest.raises(RunFileError, match="more than 10 members"):
        members(archive({str(number): b"" for number in range(11)}), "x.zip")


def test_entries_that_overlap_are_refused() -> None:
    made = bytearray(archive({"a.json": b"{}" * 50, "b.json": b"[]" * 50}))
    second = made.rindex(b"PK\x01\x02")
    made[second + 42 : second + 46] = (0).to_bytes(4, "little")
    with pytest.raises(RunFileError, match="lists members that overlap"):
        members(bytes(made), "x.zip")


def test_a_window_beyond_128_mb_is_refused() -> None:
    made = io.BytesIO()
    options = {zstd.CompressionParameter.window_log: 28, zstd.CompressionParameter.compression_level: 1}
    compressor = zstd.ZstdCompressor(options=options)
    stored = compressor.compress(bytes(1000)) + compressor.flush()
    with zipfile.ZipFile(made, "w") as writer:
        writer.writestr("x.json", stored)
    data = bytearray(made.getvalue())
    for at in (data.index(b"PK\x03\x04") + 8, data.index(b"PK\x01\x02") + 10):
        data[at : at + 2] = (93).to_bytes(2, "little")
    with pytest.raises(RunFileError, match="cannot be decompressed"):
        members(bytes(data), "x.zip").read("x.json")


def test_a_damaged_member_is_refused_and_the_others_are_read() -> None:
    data = bytearray(archive({"a.json": b'{"a": "' + bytes(range(48, 120)) + b'"}', "b.json": b"{}"}))
    data[45] ^= 0xFF
    opened = members(bytes(data), "x.zip")
    with pytest.raises(RunFileError, match="damaged"):
        opened.read("a.json")
    assert opened.read("b.json") == b"{}"


def test_an_encrypted_member_and_an_unread_method_are_named() -> None:
    data = bytearray(archive({"a.json": b"{}"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(RunFileError, match="encrypted"):
        members(bytes(data), "x.zip").read("a.json")
    with pytest.raises(RunFileError, match="method 14"):
        members(archive({"a.json": b"{}" * 99}, zipfile.ZIP_LZMA), "x.zip").read("a.json")


def test_an_archive_cut_anywhere_is_refused_with_a_sentence() -> None:
    whole = archive({"a.json": b"{}", "b.json": b"[1]"})
    for size in range(4, len(whole)):
        try:
            opened = members(whole[:size], "x.zip")
        except RunFileError as error:
            assert "its end may be missing" in str(error)
        else:
            assert all(zlib.crc32(opened.read(name)) >= 0 for name in opened.names)


def test_the_raw_records_of_a_member_are_its_very_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.eval"
    path.write_bytes(archive({"s.json": b'{"messages": [ {"a":1.50} , 2 ]}', "header.json": b"{}"}))
    opened = load.decode_source(next(load.sources([path])))
    array = RecordArray("messages", 1, 2, member="s.json")
    assert raw_records(opened, array) == [b'{"a":1.50}', b"2"]
    assert raw_records(opened, RecordArray("messages", 1, 2, member="gone.json")) == []
