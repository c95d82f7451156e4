from pathlib import Path

import pytest

from viewer import load
from viewer.index.text import FILE, TextHit, TextIndex, phrase, place
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.model.source import Source


def read(folder: Path, name: str, *texts: str) -> tuple[Source, tuple[Run, ...]]:
    path = folder / f"{name}.jsonl"
    lines = [f'{{"role": "user", "content": "{text}"}}\n' for text in texts]
    path.write_text("".join(lines))
    (source,) = load.sources([path])
    return source, load.runs(source)


def test_words_that_stand_together_in_one_message_are_found(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "index")
    a, b = read(tmp_path, "a", "hello", "The Lost Shipment"), read(tmp_path, "b", "lost", "shipment")
    index.add([a, b])
    key = run_key(a[1][0])
    assert index.keys("lost shipment") == [key]
    assert index.hits("lost ship", [run_key(b[1][0]), key]) == [TextHit(key, 1)]
    assert index.keys("nothing") == index.keys("...") == []


def test_a_newer_version_takes_the_place_of_the_older(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "index")
    index.add(
        [read(tmp_path, "a", "old words"), read(tmp_path, "c", "c"), read(tmp_path, "d", "d"), read(tmp_path, "e", "e")]
    )
    changed = read(tmp_path, "a", "new words", "more")
    index.add([changed])
    assert index.keys("old words") == []
    assert index.keys("new words") == [run_key(changed[1][0])]
    assert index.versions()[place(changed[0])] == changed[0].version


def test_sources_that_went_away_are_forgotten_and_much_of_it_is_made_anew(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "index")
    kept, gone = read(tmp_path, "a", "a1", "a2", "a3", "a4"), read(tmp_path, "b", "secret")
    index.add([kept, gone])
    index.keep_only({place(kept[0])})
    assert set(index.versions()) == {place(kept[0])} and index.keys("secret") == []
    index.keep_only(set())
    assert index.versions() == {}


def test_forgetting_leaves_no_word_on_the_disk(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "index")
    index.add([read(tmp_path, "a", "quetzalcoatl")])
    index.forget()
    assert not list((tmp_path / "index").glob(f"{FILE}*"))


@pytest.mark.parametrize("words", ['a "b" c', "NEAR(a b)", "a* OR b", "a\0b", "\ud800 x", "col:a", "-a ^b"])
def test_no_words_are_taken_for_commands_of_the_search(tmp_path: Path, words: str) -> None:
    assert TextIndex(tmp_path).keys(words) == []
    assert phrase(words) is not None


def test_the_last_word_may_go_on_and_a_closed_one_may_not(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "index")
    index.add([read(tmp_path, "a", "shipments")])
    assert index.keys("ship") and not index.keys("ship.")
