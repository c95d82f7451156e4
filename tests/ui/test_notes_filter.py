from pathlib import Path

import pytest
from catalogs import read_catalog, run_file

from viewer import load
from viewer.index import query
from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.sql import condition
from viewer.reviews.anchor import anchor
from viewer.reviews.note import Words
from viewer.reviews.notes import add_note
from viewer.ui import reviews_store
from viewer.ui.runs_lookups import lookups


def test_a_filter_line_asks_for_runs_by_the_labels_of_their_notes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRAJECTORY_VIEWER_REVIEWS", f"sqlite:///{tmp_path}/reviews.db")
    folder = tmp_path / "runs"
    folder.mkdir()
    for name in ("a", "b", "c"):
        run_file(folder / f"{name}.json")
    runs = {source.name: load.runs(source)[0] for source in load.sources([folder])}
    for name, label in (("a.json", "style"), ("b.json", "refund without lookup"), ("b.json", "style")):
        add_note(reviews_store.store(), anchor(runs[name]), Words("said", (label,)), "ann")
    catalog = read_catalog(folder)

    def found(line: str) -> list[str]:
        passing = condition(parse(line), lookups(catalog))
        page = query.page(catalog.reader(), passing, query.SORTS[query.FILE_ORDER], 10)
        return [one.row.source for one in page.runs]

    assert found("note.label = style") == ["a.json", "b.json"]
    assert found('note.label ~ "WITHOUT"') == ["b.json"]
    assert found("note.label in [style, none]") == ["a.json", "b.json", "c.json"]
    assert found("note.label != style") == ["c.json"]
    assert found("note.label = none") == ["c.json"]
    assert found("note.label != none") == ["a.json", "b.json"]
    with pytest.raises(FilterError, match="labels"):
        found("note.colour = x")
