"""Each attack by a file ends in a sentence, or in what can be read of it, within 5 seconds and 512 MB."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import attacks
import pytest
from conftest import SAMPLES

SECONDS, BYTES = 5.0, 512 * 1024 * 1024
ATTACKS: dict[str, tuple[Callable[[Path], None], str]] = {
    "overlap.zip": (attacks.overlapping_zip, "overlap"),
    "bomb.json.gz": (attacks.gzip_of_ten_gigabytes, "decompresses to more than 268,435,456 bytes"),
    "window.json.zst": (attacks.zstd_of_a_huge_window, "is a damaged zstd file"),
    "links.tar": (attacks.tar_of_links, "member 'passwords.json' was skipped: it is a link"),
    "million.zip": (attacks.zip_of_a_million, "lists more than 100,000 members"),
    "million.tar.gz": (attacks.tar_of_a_million, "lists more than 10,000 empty members"),
    "deep.json": (attacks.json_of_great_depth, "nested"),
    "integer.json": (attacks.json_of_a_long_integer, "1 runs"),
    "line.jsonl": (attacks.line_of_a_gigabyte, "holds 1,073,741,824 bytes"),
    "line.jsonl.gz": (attacks.packed_line_of_a_gigabyte, "decompresses to more than 268,435,456 bytes"),
}


@dataclass(frozen=True)
class Outcome:
    """What opening a file took, and what was said of its sources."""

    status: int
    seconds: float
    """Of the processor, so that what else runs does not count."""
    bytes: int
    said: list[str]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    folder = tmp_path_factory.mktemp("attacks")
    for name, (make, _) in ATTACKS.items():
        make(folder / name)
    command = [sys.executable, "-c", attacks.RUNNER, SAMPLES / "refund", *(folder / name for name in ATTACKS)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
    for name in ATTACKS:
        (folder / name).unlink()
    return {Path(path).name: Outcome(*rest) for path, *rest in map(json.loads, printed.splitlines())}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_or_read_within_seconds_and_little_memory(name: str, outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes[name]
    assert outcome.status == 0, "the process that opened it died"
    assert outcome.seconds < SECONDS
    assert outcome.bytes < BYTES
    assert any(ATTACKS[name][1] in words for words in outcome.said), outcome.said[:3]


def test_a_member_behind_a_link_is_read_from_the_archive_itself(outcomes: dict[str, Outcome]) -> None:
    assert not any("root:" in words for words in outcomes["links.tar"].said)
    assert len(outcomes["links.tar"].said) == 2, "the archive with what it skips, and the one plain file"
