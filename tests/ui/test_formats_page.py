import pytest
from conftest import SAMPLES
from opened import opened, words

from viewer.capabilities import CAPABILITIES, formats_of
from viewer.formats.registry import FORMATS
from viewer.ui.formats_page import records_frame, rules_frame

ROWS = formats_of(SAMPLES)


def test_the_tables_have_a_row_for_every_format_in_the_order_of_the_registry() -> None:
    assert list(records_frame(ROWS)["name"]) == [format.name for format in FORMATS]
    assert list(records_frame(ROWS).columns[2:]) == [capability.name for capability in CAPABILITIES]
    assert list(rules_frame(ROWS)["how an ending is told"]) == [format.ending for format in FORMATS]


def test_a_format_of_which_no_real_file_was_seen_is_marked() -> None:
    marked = [title for title in records_frame(ROWS)["format"] if title.endswith("¹")]
    assert len(marked) == sum(format.from_documentation for format in FORMATS) > 0


def test_the_page_shows_both_tables_and_explains_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(monkeypatch, SAMPLES / "refund").switch_page("pages/formats.py").run()
    assert not app.exception
    assert [one.value for one in app.title] == ["Formats"]
    assert [len(table.value) for table in (*app.dataframe, *app.table)] == [len(FORMATS), len(FORMATS)]
    assert "no sample does" in words(app)
