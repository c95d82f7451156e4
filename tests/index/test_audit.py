"""The audit: what is new, changed, gone or torn is named, and can be repaired."""

from pathlib import Path

from deltalake import DeltaTable
from stored_runs import build, change, write_run, write_runs

from viewer.index.audit import audit
from viewer.index.store import Store


def test_a_sound_index_has_nothing_to_say(tmp_path: Path) -> None:
    folder = write_runs(tmp_path / "runs", 4)
    build([folder], tmp_path / "index")
    made = audit(Store(str(tmp_path / "index")), [folder])
    assert (made.runs, made.unreadable) == (4, 0)
    assert not (made.new or made.changed or made.gone or made.incomplete or made.twice or made.without_run)


def test_differences_are_named_and_repaired(tmp_path: Path) -> None:
    folder, into = write_runs(tmp_path / "runs", 4), tmp_path / "index"
    build([folder], into)
    write_run(folder / "new.json")
    change(folder / "run-001.json", 5)
    (folder / "run-002.json").unlink()
    DeltaTable(str(into / "requests")).delete(f"key = '{_key(into, 'run-003.json')}'")
    store = Store(str(into))
    made = audit(store, [folder], repair=True)
    assert [Path(uri).name for uri in made.new] == ["new.json"]
    assert [Path(uri).name for uri in made.changed] == ["run-001.json"]
    assert [Path(uri).name for uri in made.gone] == ["run-002.json"]
    assert [Path(uri).name for uri in made.incomplete] == ["run-003.json"]
    after = audit(store)
    assert (after.runs, after.gone, after.incomplete) == (2, [], [])


def _key(into: Path, name: str) -> str:
    ((key,),) = Store(str(into)).reader().rows("SELECT key FROM runs WHERE source = ?", [name])
    return str(key)
