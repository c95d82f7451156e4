"""Files dropped in a real browser: read, opened, and of no other session's concern."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

HEAD, ROW = 28, 28
"""Pixels of a table's head and of a row."""
DROP = """([target, files]) => {
    const moved = new DataTransfer();
    for (const [name, text] of files) moved.items.add(new File([text], name));
    for (const kind of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(kind, {dataTransfer: moved, bubbles: true, cancelable: true}));
}"""


def run_text(name: str) -> str:
    messages = [{"role": "user", "content": name}, {"role": "assistant", "content": [{"type": "text", "text": "y"}]}]
    return json.dumps({"id": name, "messages": messages})


def test_two_files_are_dropped_and_one_is_opened_and_no_other_session_sees_them(
    serve: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    (tmp_path / "apple.json").write_text(run_text("apple"), encoding="utf-8")
    address = serve(tmp_path)
    page = open_page(address)
    page.get_by_text("Upload run files").click()
    place = page.get_by_test_id("stFileUploaderDropzone")
    expect(place).to_be_visible()
    files = [["pear.json", run_text("pear")], ["<img src=http:evil.example>.json", "{"]]
    place.evaluate("(target, files) => (" + DROP + ")([target, files])", files)
    expect(page.get_by_text("Uploaded, in this session only: 1 run · 1 unreadable")).to_be_visible()
    expect(page.get_by_text("showing 1 of 1 runs")).to_be_visible()
    table = page.get_by_test_id("stDataFrame").first
    expect(table.locator("canvas").first).to_be_visible()
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 18, box["y"] + HEAD + ROW / 2 + 2)
    page.wait_for_url("**/run?run=*&upload=this-session-only")
    expect(page.get_by_text("An upload: it and its links live in this session only.")).to_be_visible()

    other = open_page(page.url)
    expect(other.get_by_text("names an upload, which ended with its session")).to_be_visible()
    other.goto(address)
    expect(other.get_by_text("showing 1 of 1 runs")).to_be_visible()
    assert other.get_by_text("Uploaded, in this session only").count() == 0
