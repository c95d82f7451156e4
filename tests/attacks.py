"""Files made to exhaust whoever opens them, small on disk; and a process that opens each and measures what it took."""

import io
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

_BLOCK = 64 * 1024 * 1024
_MEMBERS = 1_000_000
RUNNER = """
import json, os, resource, sys, time
from viewer import load
from viewer.errors import RunFileError
load.runs(next(load.sources([sys.argv[1]])))  # everything is imported before the clock starts
for path in sys.argv[2:]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        said = []
        try:
            for number, source in enumerate(load.sources([path])):
                if number == 50:
                    said.append("and more sources")
                    break
                try:
                    said.append(f"{len(load.runs(source))} runs")
                except RunFileError as error:
                    said.append(str(error))
        except RunFileError as error:
            said.append(str(error))
        os.write(write, json.dumps(said)[:60_000].encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read()
    _, status, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    print(json.dumps([path, status, seconds, used.ru_maxrss * 1024, json.loads(said or b"[]")]), flush=True)
"""


def overlapping_zip(path: Path) -> None:
    """Two thousand members that are one and the same 64 MB of zeros: 128 GB."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a0000.json", bytes(_BLOCK))
    whole = path.read_bytes()
    start = whole.index(b"PK\x01\x02")
    entry, end = whole[start : whole.index(b"PK\x05\x06")], whole[whole.index(b"PK\x05\x06") :]
    entries = b"".join(entry.replace(b"a0000", b"a%04d" % number) for number in range(2000))
    counts = struct.pack("<HHLL", 2000, 2000, len(entries), start)
    path.write_bytes(whole[:start] + entries + end[:8] + counts + end[20:])


def gzip_of_ten_gigabytes(path: Path) -> None:
    """One stream of 10 MB that unpacks to 10 GB of zeros, made of one block that is repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(_BLOCK)) + packer.flush(zlib.Z_FULL_FLUSH)
    path.write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff" + block * 160 + packer.flush())


def zstd_of_a_huge_window(path: Path) -> None:
    """A frame that asks for a window of 2 GB: 31 less 10 in the upper five bits of its descriptor."""
    path.write_bytes(b"\x28\xb5\x2f\xfd\x00" + bytes([(31 - 10) << 3]) + b"\x0b\x00\x00{" * 100)


def tar_of_links(path: Path) -> None:
    """Links to files outside, and a member under the name of one of them."""
    with tarfile.open(path, "w") as archive:
        for name, target in (("passwords.json", "/etc/passwd"), ("up.json", "../../secret.json")):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
        hard = tarfile.TarInfo("hard.json")
        hard.type, hard.linkname = tarfile.LNKTYPE, "/etc/shadow"
        archive.addfile(hard)
        through = tarfile.TarInfo("up.json/x.json")
        through.size = 2
        archive.addfile(through, io.BytesIO(b"{}"))


def zip_of_a_million(path: Path) -> None:
    """A million empty members, by their directory entries alone."""
    head = b"PK\x03\x04" + bytes(26)
    entries = b"".join(b"PK\x01\x02" + bytes(24) + b"\x07" + bytes(17) + b"%07d" % number for number in range(_MEMBERS))
    end = b"PK\x05\x06" + struct.pack("<HHHHLLH", 0, 0, 65535, 65535, len(entries), len(head), 0)
    path.write_bytes(head + entries + end)


def tar_of_a_million(path: Path) -> None:
    """A million empty members in a packed tar archive of some hundred kilobytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = tarfile.TarInfo("x.json").tobuf() * 1000
    with path.open("wb") as file:
        for _ in range(_MEMBERS // 1000):
            file.write(packer.compress(block))
        file.write(packer.compress(bytes(1024)) + packer.flush())


def json_of_great_depth(path: Path) -> None:
    """Lists inside lists, 100,000 deep."""
    path.write_bytes(b'{"messages": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")


def json_of_a_long_integer(path: Path) -> None:
    """A token count of 10,000 digits."""
    count = b"9" * 10_000
    reply = b'{"role": "assistant", "content": "x", "usage": {"prompt_tokens": ' + count + b"}}"
    path.write_bytes(b'{"messages": [{"role": "user", "content": "go"}, ' + reply + b"]}")


def line_of_a_gigabyte(path: Path) -> None:
    """One line of 1 GB; the disk keeps no zeros."""
    with path.open("wb") as file:
        file.write(b'{"messages": "')
        file.truncate(1 << 30)


def packed_line_of_a_gigabyte(path: Path) -> None:
    """The same inside gzip, of words instead of zeros."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = packer.compress(b'{"messages": "') + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b"word" * (_BLOCK // 4)) + packer.flush(zlib.Z_FULL_FLUSH)
    path.write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff" + first + block * 16)
