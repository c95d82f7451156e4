"""Two people on one server, without a browser: what the provider says of them is put into Streamlit's own context."""

import time
from pathlib import Path

import pytest
from catalogs import run_file
from opened import opened, settled, words
from streamlit.testing.v1 import AppTest

from viewer.access_place import VARIABLE
from viewer.baselines.accepted import Acceptance, History
from viewer.export.targets import TARGETS
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.reviews.notes_found import notes
from viewer.ui import access, check_inputs, detail_state, reviewer, reviews_store, run_export, session
from viewer.ui.filter_line import KEY

FILE = """
[[allow]]
email = "ann@example.org"
role = "admin"

[[allow]]
email = "bob@example.org"
role = "reader"
paths = ["team-a"]

[[allow]]
claim = "groups"
value = "reviewers"
role = "reviewer"
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for team in ("team-a", "team-b"):
        (tmp_path / "runs" / team).mkdir(parents=True)
        run_file(
            tmp_path / "runs" / team / f"{team}.json",
            f"the words of {team}",
            label=f"label of {team}",
            started_at="2026-01-05T10:00:00Z",
        )
    (tmp_path / "access.toml").write_text(FILE)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "access.toml"))
    return tmp_path / "runs"


def come(monkeypatch: pytest.MonkeyPatch, email: str | None, **more: object) -> None:
    """From now on this person uses the app."""
    told = {"is_logged_in": True, "email": email, "iat": time.time(), **more} if email else {"is_logged_in": False}
    monkeypatch.setattr("streamlit.user_info._get_user_info", lambda: told)


def listed(app: AppTest) -> list[str]:
    frames = [one.value for one in app.dataframe if "label" in one.value.columns]
    return sorted(frames[0]["label"]) if frames else []


def key_of(label: str) -> str:
    return next(row.key for row in session._catalog(session.paths()).rows() if row.label == label)


def test_without_an_access_file_one_local_user_may_do_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(access.VARIABLE, "ann")
    now = access.person()
    assert now is not None
    assert (now.name, now.role, now.prefixes) == ("ann", "admin", None)


def test_nobody_gets_past_a_page_without_a_sign_in(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, None)
    app = opened(monkeypatch, root)
    assert not app.dataframe
    assert "Nobody can sign in yet" in words(app), "there is no [auth] in this process"
    for page in ("run", "steps", "fleet", "compare", "replay", "formats"):
        app.switch_page(f"pages/{page}.py").run()
        assert "Nobody can sign in yet" in words(app) and not app.dataframe


def test_two_people_and_a_warm_cache(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "ann@example.org")
    ann = opened(monkeypatch, root)
    assert listed(ann) == ["label of team-a", "label of team-b"]
    key = key_of("label of team-b")
    ann.query_params["run"] = key
    ann.switch_page("pages/run.py").run()
    assert "cannot be shown" not in words(ann)
    whole = session._catalog(session.paths())
    assert whole.cache.kept(whole.source(whole.rows_of_key(key)[0])) is not None, "the cache is warm"

    come(monkeypatch, "bob@example.org")
    bob = opened(monkeypatch, root)
    assert listed(bob) == ["label of team-a"]
    assert "of **1** runs" in words(bob)
    bob.query_params["run"] = key
    bob.switch_page("pages/run.py").run()
    assert "names a run that is not under the given paths" in words(bob)
    assert "team-b" not in words(bob)
    for parameters in ({"find": "team-b"}, {KEY: 'text ~ "words of team-b"'}, {KEY: "label ~ team-b"}):
        bob = opened(monkeypatch, root, **parameters)
        assert listed(bob) == [], parameters
    bob = opened(monkeypatch, root)
    bob.query_params["left"] = key
    bob.switch_page("pages/compare.py").run()
    assert "cannot be shown" in words(bob)
    assert all("team-b" not in str(one.value.to_dict()) for one in bob.dataframe)
    for page in ("steps", "fleet"):
        bob = opened(monkeypatch, root)
        bob.switch_page(f"pages/{page}.py").run()
        assert "n = 1 " in words(settled(bob)), page


def test_whoever_no_rule_names_sees_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "eve@example.org")
    app = opened(monkeypatch, root)
    assert "No rule of this app's access file names you" in words(app)
    assert not app.dataframe


def test_rules_are_read_at_each_run_of_a_page(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "bob@example.org", groups=["reviewers"])
    app = opened(monkeypatch, root)
    assert not access.may("reviewer")
    path = root.parent / "access.toml"
    path.write_text(FILE.replace('paths = ["team-a"]', 'paths = ["team-b"]'))
    assert listed(app.run()) == ["label of team-b"]
    path.write_text(FILE.replace("bob@", "rob@"))
    assert access.may("reviewer"), "the next rule fits: the group"
    assert listed(app.run()) == ["label of team-a", "label of team-b"]
    path.write_text("[[allow]]")
    assert "Nobody can be let in" in words(app.run()) and not app.dataframe
    path.unlink()
    assert "Nobody can be let in" in words(app.run()), "a file that is gone opens nothing"
    assert access.prefixes() == ()


def test_a_sign_in_grows_old(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "ann@example.org", iat=time.time() - 13 * 3600)
    app = opened(monkeypatch, root)
    assert not app.dataframe and access.person() is None


def test_limits_need_one_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "bob@example.org")
    app = opened(monkeypatch, root / "team-a", root / "team-b")
    assert "Limits by path need" in words(app) and not app.dataframe
    assert session.catalog().rows() == ()


def test_a_source_of_others_is_read_by_no_other_way(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "ann@example.org")
    opened(monkeypatch, root)
    sources = {one.name: one for one in session.catalog().sources()}
    other = sources["team-b/team-b.json"]
    assert session.decoded(other) and session.raw_part_bytes(other)
    come(monkeypatch, "bob@example.org")
    for ask in (session.decoded, session.raw_part_bytes):
        assert ask(sources["team-a/team-a.json"])
        with pytest.raises(Exception, match="names a run that is not under"):
            ask(other)


def test_what_shows_masked_values_is_for_reviewers(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "bob@example.org")
    assert sorted(run_export.forms()) == ["csv", "html", "markdown"]
    monkeypatch.setattr("streamlit.session_state", {"revealed_values": ["a"]})
    assert detail_state.revealed() == frozenset()
    come(monkeypatch, "cid@example.org", groups=["reviewers"])
    assert detail_state.revealed() == {"a"}
    assert len(run_export.forms()) == len(TARGETS)


def test_accepted_paths_of_others_are_not_shown(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "bob@example.org")
    opened(monkeypatch, root)

    def taken_from(source: str | None) -> History:
        return History.model_construct(case="refund", entries=(Acceptance.model_construct(source=source),))

    shown = [check_inputs._may_be_seen(taken_from(one)) for one in ("team-a/a.json", "team-b/b.json", None)]
    assert shown == [True, False, False]
    come(monkeypatch, "ann@example.org")
    assert check_inputs._may_be_seen(taken_from("team-b/b.json"))


def test_filters_are_saved_for_one_person(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    come(monkeypatch, "bob@example.org", sub="1")
    bob = access.own_folder()
    come(monkeypatch, "ann@example.org", sub="2")
    assert bob is not None and bob != access.own_folder()
    monkeypatch.delenv(VARIABLE)
    assert access.own_folder() is None


def test_importing_is_for_admins(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for email, may in (("ann@example.org", True), ("cid@example.org", False)):
        come(monkeypatch, email, groups=["reviewers"])
        app = opened(monkeypatch, root)
        app.switch_page("pages/reviews.py").run()
        assert not app.exception
        assert ("Import a review" in [one.label for one in app.expander]) is may


def test_notes_of_others_are_neither_found_nor_counted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{root.parent}/reviews.db")
    linked = run_file(root / "team-b" / "zz.json", "only in b", label="label of the link")
    (root / "team-a" / "link.json").symlink_to(linked)
    come(monkeypatch, "ann@example.org")
    opened(monkeypatch, root)
    rows = {row.label: row for row in session.catalog().rows()}
    for label in ("label of team-a", "label of team-b", "label of the link"):
        run = session.catalog().run(rows[label])
        reviews_store.changed(lambda engine, run=run: add_note(engine, anchor(run), Words("x", labels=("odd",)), "ann"))
    assert listed(opened(monkeypatch, root, **{KEY: "note.label = odd"})) == sorted(rows)
    come(monkeypatch, "bob@example.org")
    assert reviewer.prefixes() == ("team-a", "!team-a/link.json")
    assert listed(opened(monkeypatch, root, **{KEY: "note.label = odd"})) == ["label of team-a"]
    found = reviews_store.asked(lambda engine: notes(engine, reviewer.prefixes()), ())
    assert [one.anchor.source_name for one in found] == ["team-a/team-a.json"]
    assert reviews_store.changed(lambda engine: 1) is None, "a reader writes nothing"


@pytest.mark.parametrize("page", ["checks", "baselines", "reviews", "queue"])
def test_the_other_pages_say_nothing_of_others(root: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    come(monkeypatch, "ann@example.org")
    ann = opened(monkeypatch, root)
    settled(ann.switch_page(f"pages/{page}.py"))
    come(monkeypatch, "bob@example.org")
    bob = opened(monkeypatch, root)
    settled(bob.switch_page(f"pages/{page}.py"))
    said = words(bob) + "".join(str(one.value) for one in bob.dataframe)
    assert "team-b" not in said
    assert page != "checks" or "team-a" in said, "its own run is there"
