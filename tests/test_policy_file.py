"""A policy file, and its errors with their lines."""

from pathlib import Path

import pytest

from viewer.analysis.policy import Policy
from viewer.errors import RunFileError
from viewer.policy_file import read_policy


def _policy(tmp_path: Path, text: str) -> Policy:
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return read_policy(path)


def test_tools_and_requirements_are_read(tmp_path: Path) -> None:
    text = '[tools]\nwrite = ["issue_refund"]\nread = ["get_shipment"]\n[requires]\nissue_refund = ["lookup_policy"]\n'
    found = _policy(tmp_path, text)
    assert found == Policy(
        frozenset({"issue_refund"}), frozenset({"get_shipment"}), {"issue_refund": ("lookup_policy",)}
    )


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("[tools]\nwrites = []\n", "policy.toml:2", "extra inputs are not permitted"),
        ("# note\n[tools]\nread = []\nwrite = 3\n", "policy.toml:4", "valid list"),
        ("[tools\n", "policy.toml", "is no TOML"),
        ('[tools]\nwrite = ["a"]\nread = ["a"]\n', "policy.toml", "names a as read and as write"),
    ],
)
def test_an_error_points_at_the_line(tmp_path: Path, text: str, place: str, words: str) -> None:
    with pytest.raises(RunFileError) as caught:
        _policy(tmp_path, text)
    assert caught.value.place.endswith(place)
    assert words in caught.value.reason


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="name a policy file"):
        read_policy(tmp_path / "none.toml")
