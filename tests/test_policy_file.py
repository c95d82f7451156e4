"""A policy file, and its errors with their lines."""

from pathlib import Path

import pytest
from conftest import ROOT

from viewer.analysis.policy import Policy
from viewer.errors import RunFileError
from viewer.policy_file import read_policies, read_policy, schema


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


def test_the_same_policy_may_be_yaml(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text("tools:\n  write: [issue_refund]\n  read: [get_shipment]\nlimits:\n  max_turns: 9\n")
    found = read_policy(path)
    assert (found.write_tools, found.max_requests) == (frozenset({"issue_refund"}), 9)


def test_a_case_differs_in_what_it_names_and_in_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(
        '[tools]\nwrite = ["refund"]\n[limits]\nmax_calls = 5\nmax_writes = 2\n'
        '[cases.short]\nmax_calls = 2\nrequired = ["look"]\nwrite_tools = ["log"]\n'
    )
    found = read_policies(path)
    assert found.of_case("other") == found.of_case(None) == found.base
    short = found.of_case("short")
    assert (short.max_calls, short.max_writes, short.required) == (2, 2, ("look",))
    assert short.write_tools == frozenset({"log"})


def test_rules_and_masks_are_declared(tmp_path: Path) -> None:
    found = _policy(
        tmp_path,
        '[reading]\nstrict = true\nerror_patterns = ["^Traceback"]\n'
        '[normalise]\nkeys = ["list.cursor"]\nsets = ["tag.names"]\npatterns = { order = "ord_[0-9]+" }\n',
    )
    assert found.strict
    assert found.error_patterns == ("^Traceback",)
    assert found.rules.keys == ("list.cursor",)
    assert found.rules.patterns[-1] == ("order", "ord_[0-9]+")
    assert [name for name, _ in found.rules.patterns[:-1]] == ["uuid", "time"]


def test_the_schema_is_the_one_of_the_code() -> None:
    assert (ROOT / "viewer/schemas/policy.json").read_bytes() == schema()


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("[tools]\nwrites = []\n", "policy.toml:2", "extra inputs are not permitted"),
        ("# note\n[tools]\nread = []\nwrite = 3\n", "policy.toml:4", "valid list"),
        ("[tools\n", "policy.toml", "is no TOML"),
        ('[reading]\nerror_patterns = ["("]\n', "policy.toml:2", "no regular expression"),
        ("[limits]\nmax_calls = 1\n[cases.a]\nmax_cals = 3\n", "policy.toml:4", "max_cals"),
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


def test_a_yaml_error_points_at_the_line(tmp_path: Path) -> None:
    path = tmp_path / "policy.yml"
    for text, place in (("tools:\n  write: [a\n", ":3"), ("tools:\n  writes: []\n", ":2"), ("- a\n", ":1")):
        path.write_text(text)
        with pytest.raises(RunFileError) as caught:
            read_policy(path)
        assert caught.value.place.endswith(f"policy.yml{place}")
