from pathlib import Path

import pytest

from viewer.access import Access, Rule
from viewer.access_file import EXAMPLE, HOURS, read_access
from viewer.errors import RunFileError


def test_rules_stand_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "access.toml"
    path.write_text(f'hosts = ["runs.example.org"]\n{EXAMPLE}')
    assert read_access(path) == Access(
        (
            Rule("admin", email="ann@example.org"),
            Rule("reviewer", claim="groups", value="agents-team-a", prefixes=("team-a", "!team-a/private")),
            Rule("reader", email="*@example.org"),
        ),
        HOURS,
        ("runs.example.org",),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "allow: Field required"),
        ("allow = []", "allow: List should have at least 1"),
        ('[[allow]]\nrole = "reader"', "names nobody"),
        ('[[allow]]\nrole = "boss"\nemail = "a@b"', "allow.1.role"),
        ('[[allow]]\nrole = "reader"\nclaim = "groups"', "a claim needs its value"),
        ('[[allow]]\nrole = "reader"\nemail = "a@b"\npath = ["x"]', "allow.1.path"),
        ('[[allow]]\nrole = "reader"\nemail = "a@b"\npaths = ["/data"]', "below the folder"),
        ('[[allow]]\nrole = "reader"\nemail = "a@b"\npaths = ["../x"]', "below the folder"),
        ('[[allow]]\nrole = "reader"\nemail = "a@b"\npaths = "x"', "allow.1.paths"),
        ("allow", "is no TOML"),
    ],
)
def test_what_is_no_rule_lets_nobody_in(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "access.toml"
    path.write_text(text)
    with pytest.raises(RunFileError, match=r"access\.toml") as caught:
        read_access(path)
    assert told in str(caught.value)


def test_a_file_that_is_named_and_not_there_lets_nobody_in(tmp_path: Path) -> None:
    with pytest.raises(RunFileError):
        read_access(tmp_path / "gone.toml")
