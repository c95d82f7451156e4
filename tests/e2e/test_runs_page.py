import http.client
import json
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

ROW = 28
"""Pixels of a row of the table; the grid is a canvas, so that places are counted."""


def run_file(path: Path, **top: object) -> None:
    messages = [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "text", "text": "y"}]}]
    path.write_text(json.dumps({"id": path.stem, **top, "messages": messages}), encoding="utf-8")


@pytest.fixture(scope="module")
def fruit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs and a broken file, all with hostile words."""
    folder = tmp_path_factory.mktemp("fruit")
    run_file(folder / "apple.json", label="![a](http://evil.example/a.png) <img src=http://evil.example/b.png>")
    run_file(
        folder / "banana.json", label='<a href="http://evil.example">x</a>', model="[m](http://evil.example/c.png)"
    )
    run_file(folder / "cherry.json", label="$x$ \u202e \ud800 =1+1")
    (folder / "![d](http:evil.example).json").write_text("{", encoding="utf-8")
    return folder


def table_of(page: Page) -> dict[str, float]:
    page.get_by_test_id("stDataFrame").first.wait_for()
    expect(page.get_by_test_id("stDataFrame").first.locator("canvas").first).to_be_visible()
    box = page.get_by_test_id("stDataFrame").first.bounding_box()
    assert box is not None
    return dict(box)  # type: ignore[arg-type]  # a TypedDict of floats


def open_row(page: Page, row: int) -> None:
    """Tick a row of the table, counted from 0."""
    box = table_of(page)
    page.mouse.click(box["x"] + 18, box["y"] + ROW * (row + 1.5) + 2)


def settled(page: Page, words: str) -> None:
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def test_a_row_opens_its_run_and_back_returns_to_the_list_as_it_was(
    serve: Callable[..., str], open_page: Callable[..., Page], fruit: Path
) -> None:
    page = open_page(f"{serve(fruit)}/?filter=banana&sort=label")
    settled(page, "showing 1 of 3 runs · 1 unreadable")
    open_row(page, 0)
    page.wait_for_url("**/run?run=*&list=*")
    expect(page.get_by_text("banana", exact=False).first).to_be_visible()
    page.go_back()
    settled(page, "showing 1 of 3 runs · 1 unreadable")
    assert page.evaluate("location.search") == "?filter=banana&sort=label"


def test_a_row_opens_by_the_keyboard_alone(
    serve: Callable[..., str], open_page: Callable[..., Page], fruit: Path
) -> None:
    page = open_page(serve(fruit))
    settled(page, "showing 3 of 3 runs · 1 unreadable")
    table_of(page)
    page.get_by_role("combobox", name="Sort by").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "CANVAS":
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Space")
    page.wait_for_url("**/run?run=*")


def test_typing_in_the_filter_narrows_the_list_and_stands_in_the_url(
    serve: Callable[..., str], open_page: Callable[..., Page], fruit: Path
) -> None:
    page = open_page(serve(fruit))
    page.get_by_role("searchbox", name="Filter").fill("cherry")
    settled(page, "showing 1 of 3 runs · 1 unreadable")
    page.wait_for_url("**/?filter=cherry")


def test_hostile_words_of_runs_and_file_names_reach_no_other_machine(
    serve: Callable[..., str], open_page: Callable[..., Page], fruit: Path
) -> None:
    page = open_page(serve(fruit))
    settled(page, "showing 3 of 3 runs · 1 unreadable")
    page.get_by_text("1 unreadable", exact=True).click()
    expect(page.get_by_test_id("stDataFrame").nth(1)).to_be_visible()
    page.locator(".js-plotly-plot").wait_for()
    page.get_by_text("The chart as a table").click()
    expect(page.get_by_test_id("stDataFrame").nth(2)).to_be_visible()
    assert page.locator("a[href*='evil'], img[src*='evil'], .js-plotly-plot a").count() == 0
    time.sleep(0.5)  # `open_page` then asserts that nothing was asked of another machine


def test_find_opens_the_run_that_holds_an_identifier(
    serve: Callable[..., str], open_page: Callable[..., Page], fruit: Path
) -> None:
    page = open_page(f"{serve(fruit)}/?find=cherry")
    page.wait_for_url("**/run?run=*")


def test_the_first_visit_of_a_fresh_server_may_be_a_deep_link(
    open_page: Callable[..., Page], serve: Callable[..., str], tmp_path: Path
) -> None:
    run_file(tmp_path / "one.json")
    page = open_page(f"{serve(tmp_path)}/run")
    settled(page, "No run is chosen.")
    assert page.title() == "Run · Trajectory Viewer"
    expect(page.get_by_role("link", name="Runs", exact=False).first).to_be_visible()
    assert page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').offsetWidth") > 1200


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_runs_page_needs_no_sideways_scrolling_and_its_words_stand_out(
    samples: str, open_page: Callable[..., Page], width: int, theme: str
) -> None:
    page = open_page(samples, width=width, theme=theme)
    table_of(page)
    page.locator(".js-plotly-plot text").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(LOWEST_CONTRAST) >= 4.5


def test_the_server_refuses_sockets_of_other_names_and_keeps_to_this_machine(samples: str) -> None:
    host, port = samples.removeprefix("http://").split(":")
    for name, status in (("evil.example", 403), (f"{host}:{port}", 101)):
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
        connection.request(
            "GET",
            "/_stcore/stream",
            headers={
                "Host": name,
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            },
        )
        assert connection.getresponse().status == status, name
        connection.close()
    with urllib.request.urlopen(f"{samples}/app/static/app.py", timeout=5) as answer:
        assert b"<!doctype html>" in answer.read().lower(), "the page itself, as for every unknown address"


LOWEST_CONTRAST = """() => {
  const parts = colour => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    return [...found.slice(0, 3), found[3] ?? 1];
  };
  const over = (top, under) => top.slice(0, 3).map((value, at) => value * top[3] + under[at] * (1 - top[3]));
  const light = rgb => {
    const line = value => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map(line);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    let layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(parts(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  let lowest = 99;
  for (const element of document.querySelectorAll("[data-testid=stMain] *")) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility() || element.closest("canvas, [aria-hidden=true], .modebar")) continue;
    const style = getComputedStyle(element);
    const front = parts(element instanceof SVGElement ? style.fill : style.color);
    const under = behind(element);
    const [a, b] = [light(over(front, under)), light(under)];
    lowest = Math.min(lowest, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  return lowest;
}"""
"""The lowest contrast of any visible text of the page."""


def test_who_types_the_name_of_the_first_page_is_led_to_it_with_the_filter(
    serve: Callable[..., str], open_page: Callable[..., Page], fruit: Path
) -> None:
    page = open_page(f"{serve(fruit)}/runs?filter=cherry")
    settled(page, "showing 1 of 3 runs")
    assert page.url.endswith("/?filter=cherry")
