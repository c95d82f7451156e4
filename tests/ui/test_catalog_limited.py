from pathlib import Path

import pytest
from catalogs import finished, read_catalog, run_file

from viewer.access import Limits
from viewer.errors import RunFileError
from viewer.index import query
from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.ui.catalog import Catalog
from viewer.ui.catalog_limited import LimitedCatalog
from viewer.ui.run_cache import RunCache


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for team in ("team-a", "team-b"):
        (tmp_path / "runs" / team).mkdir(parents=True)
        run_file(tmp_path / "runs" / team / f"{team}.json", f"words of {team}", attributes={"owner": team})
        (tmp_path / "runs" / team / "broken.json").write_text("{")
    run_file(tmp_path / "runs" / "team-b" / "zz.json", "only in b")
    (tmp_path / "runs" / "team-a" / "link.json").symlink_to(tmp_path / "runs" / "team-b" / "zz.json")
    return tmp_path / "runs"


@pytest.fixture(params=[True, False], ids=["in memory", "stored"])
def whole(request: pytest.FixtureRequest, root: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    if not request.param:
        monkeypatch.setattr("viewer.ui.catalog.is_little", lambda _: False)
    return finished(Catalog((str(root),), RunCache(), in_memory=request.param))


def limited(whole: Catalog, *prefixes: str) -> LimitedCatalog:
    return LimitedCatalog(whole, Limits(whole.paths[0], prefixes))


def test_rows_counts_and_unreadable_sources_are_those_of_the_person(whole: Catalog) -> None:
    own = limited(whole, "team-a")
    assert [row.source for row in own.rows()] == ["team-a/team-a.json"]
    assert query.count(own.reader(), EVERY_RUN) == 1
    assert [row.source for row in own.unreadable()] == ["team-a/broken.json"]
    assert own.progress().total == 2
    assert [one.name for one in own.sources()] == ["team-a/broken.json", "team-a/team-a.json"]
    assert own.left_out() == ("team-a/link.json",)
    assert own.rows_of_identifier("team-b") == ()
    assert len(whole.rows_of_identifier("team-b")) == 1


def test_a_key_of_another_team_names_nothing_though_the_run_is_kept(whole: Catalog) -> None:
    other = next(row for row in whole.rows() if row.source == "team-b/team-b.json")
    whole.run(other)
    assert whole.cache.kept(whole.source(other)) is not None, "the cache is warm"
    own = limited(whole, "team-a")
    assert own.rows_of_key(other.key) == ()
    for ask in (own.run, own.source, own.read_again):
        with pytest.raises(RunFileError, match="names a run that is not under the given paths"):
            ask(other)


def test_a_link_into_another_teams_folder_leads_nowhere(whole: Catalog) -> None:
    linked = next(row for row in whole.rows() if row.source == "team-a/link.json")
    own = limited(whole, "team-a")
    assert own.rows_of_key(linked.key) == ()
    with pytest.raises(RunFileError):
        own.run(linked)


def test_a_file_that_becomes_a_link_later_is_refused(whole: Catalog, root: Path) -> None:
    own = limited(whole, "team-a")
    row = own.rows()[0]
    assert own.run(row).messages
    (root / "team-a" / "team-a.json").replace(root / "team-b" / "moved.json")
    (root / "team-a" / "team-a.json").symlink_to(root / "team-b" / "moved.json")
    with pytest.raises(RunFileError, match="names a run that is not under"):
        own.run(row)


def test_new_files_of_others_are_no_change(whole: Catalog, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.ui.catalog_limited.SECONDS_BETWEEN_LOOKS", -1.0)
    own = limited(whole, "team-a")
    run_file(root / "team-b" / "new.json")
    assert own.changes() == ()
    run_file(root / "team-a" / "new.json")
    assert own.changes() == ("1 new file",)
    own.reload()
    finished(whole)
    assert len(own.rows()) == 2


def test_a_run_read_anew_is_found_by_who_may_read_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.ui.catalog.is_little", lambda _: False)
    whole = read_catalog(root, in_memory=False)
    row = next(row for row in whole.rows() if row.source == "team-b/team-b.json")
    run_file(root / "team-b" / "team-b.json", "longer than before")
    own, other = limited(whole, "team-b"), limited(whole, "team-a")
    assert own.read_again(row)
    assert len(own.rows_of_key(row.key)) == 1
    assert other.rows_of_key(row.key) == ()
