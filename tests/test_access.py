from pathlib import Path

import pytest

from viewer.access import Access, Limits, Person, Rule, is_too_old, may_read, name_of, person_of

ANN = {"sub": "1", "email": "Ann@Example.org", "email_verified": True, "iss": "https://id.example.org", "iat": 1000}


@pytest.mark.parametrize(
    ("name", "is_read"),
    [
        ("team-a/run.json", True),
        ("team-a/x/run.json", True),
        ("team-a", True),
        ("team-ab/run.json", False),
        ("team-a.json", False),
        ("Team-a/run.json", False),
        ("x/team-a/run.json", False),
        ("team-a/private/run.json", False),
        ("team-a/private2/run.json", True),
        ("team-a/../team-b/run.json", False),
        ("", False),
    ],
)
def test_path_segments_are_compared(name: str, is_read: bool) -> None:
    assert may_read(name, ("team-a", "!team-a/private")) is is_read
    assert may_read(name, ("/team-a/", "other", "!team-a/private/")) is is_read


def test_without_limits_everything_is_read_and_with_none_at_all_nothing() -> None:
    assert may_read("any/run.json", None)
    assert may_read("any/run.json", ("",))
    assert not may_read("any/run.json", ())
    assert not may_read("any/run.json", ("!any",))


def test_a_link_is_read_only_where_it_leads(tmp_path: Path) -> None:
    for team in ("team-a", "team-b"):
        (tmp_path / team).mkdir()
        (tmp_path / team / "run.json").write_text("{}")
    (tmp_path / "team-a" / "link.json").symlink_to(tmp_path / "team-b" / "run.json")
    (tmp_path / "team-a" / "own.json").symlink_to(tmp_path / "team-a" / "run.json")
    limits = Limits(str(tmp_path), ("team-a",))
    assert limits.may_read("team-a/own.json", [str(tmp_path / "team-a" / "own.json")])
    assert not limits.may_read("team-a/link.json", [str(tmp_path / "team-a" / "link.json")])
    both = [str(tmp_path / team / "run.json") for team in ("team-a", "team-b")]
    assert not limits.may_read("team-a/run.json", both)
    assert not limits.may_read("team-a/run.json", [str(tmp_path / "team-a/../team-b/run.json")])


def test_the_root_itself_may_be_reached_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "data" / "team-a").mkdir(parents=True)
    (tmp_path / "data" / "team-a" / "run.json").write_text("{}")
    (tmp_path / "root").symlink_to(tmp_path / "data")
    limits = Limits(str(tmp_path / "root"), ("team-a",))
    assert limits.may_read("team-a/run.json", [str(tmp_path / "root" / "team-a" / "run.json")])


def test_objects_are_read_below_the_prefix_of_their_store() -> None:
    limits = Limits("s3://bucket/runs/", ("team-a",))
    assert limits.may_read("team-a/run.json", ["s3://bucket/runs/team-a/run.json"])
    assert not limits.may_read("team-a/run.json", ["s3://other/runs/team-a/run.json"])


def test_the_first_rule_that_fits_decides() -> None:
    rules = (
        Rule("admin", email="ann@example.org"),
        Rule("reviewer", claim="groups", value="team-a", prefixes=("team-a",)),
        Rule("reader", email="*@example.org"),
    )
    access = Access(rules, 12)
    assert person_of(access, ANN) == Person("Ann@Example.org", "admin")
    bob = {**ANN, "email": "bob@example.org", "groups": ["team-a", "all"]}
    assert person_of(access, bob) == Person("bob@example.org", "reviewer", ("team-a",))
    assert person_of(access, {**bob, "groups": "team-ab"}) == Person("bob@example.org", "reader")
    assert person_of(access, {"email": "eve@example.org.evil", "email_verified": True}) is None


def test_an_address_that_its_provider_did_not_verify_names_nobody() -> None:
    access = Access((Rule("admin", email="ann@example.org"),), 12)
    assert person_of(access, {**ANN, "email_verified": False}) is None
    assert person_of(access, {**ANN, "email_verified": "false"}) is None
    assert person_of(access, {"email": "ann@example.org"}) is not None, "not every provider tells"


def test_a_rule_may_want_an_issuer_and_a_claim_at_once() -> None:
    access = Access((Rule("admin", "ann@example.org", "realm.roles", "lead", "https://id.example.org"),), 12)
    assert person_of(access, {**ANN, "realm": {"roles": ["lead"]}}) is not None
    assert person_of(access, {**ANN, "realm": {"roles": []}}) is None
    assert person_of(access, {**ANN, "realm": {"roles": ["lead"]}, "iss": "https://evil.example"}) is None
    assert person_of(access, {**ANN, "realm.roles": "lead"}) is not None


def test_each_role_may_what_those_before_it_may() -> None:
    assert [Person("x", "reviewer").may(role) for role in ("reader", "reviewer", "admin")] == [True, True, False]


def test_a_sign_in_holds_for_some_hours() -> None:
    access = Access((), 2)
    assert not is_too_old(access, ANN, 1000 + 7200)
    assert is_too_old(access, ANN, 1000 + 7201)
    assert is_too_old(access, {}, 0)


def test_an_identity_is_called_by_its_address_else_by_what_it_has() -> None:
    assert name_of(ANN) == "Ann@Example.org"
    assert name_of({"sub": "42", "name": " "}) == "42"
    assert name_of({}) == "somebody without a name"
