import re

import pytest

from viewer.ui.components import kit

SCRIPTS = {name: kit._text(name) for name in kit._SCRIPTS}


def test_every_script_and_sheet_of_the_folder_is_loaded() -> None:
    files = {path.name for path in kit._FOLDER.iterdir() if path.suffix in (".js", ".css")}
    assert files == {*kit._SCRIPTS, *kit._SHEETS, "mount.js", "page.css"}


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_no_script_reads_text_as_markup_or_code(name: str) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|createContextualFragment"
    assert re.findall(forbidden, SCRIPTS[name]) == []


@pytest.mark.parametrize("name", sorted({*kit._SCRIPTS, *kit._SHEETS, "page.css", "mount.js"}))
def test_nothing_is_loaded_from_elsewhere(name: str) -> None:
    text = kit._text(name).replace("http://www.w3.org/2000/svg", "")
    assert (
        re.findall(r"https?://|@import|(?<![.\w])url\((?!#)|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon", text) == []
    )


def test_the_texts_have_several_lines_so_that_none_is_taken_for_a_path() -> None:
    assert "\n" in kit._kit_script()
    assert all("\n" in kit._text(name).strip() for name in ("mount.js", "page.css"))


def test_what_a_click_sends_of_code_is_small() -> None:
    assert len(kit._text("mount.js")) < 1_000
