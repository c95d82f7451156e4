from conftest import ROOT

from viewer.ui.shell import ICON, PAGES, STYLE


def test_every_page_of_the_registry_is_a_file_with_an_address_of_its_own() -> None:
    assert all((ROOT / file).is_file() for file, *_ in PAGES)
    assert len({url for *_, url in PAGES}) == len(PAGES)


def test_the_tab_icon_and_the_style_are_files_of_our_own_that_load_nothing() -> None:
    for file in (ICON, STYLE):
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "url(" not in text and "@import" not in text and "http" not in text
