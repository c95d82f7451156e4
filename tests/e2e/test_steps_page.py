"""The Steps and Fleet pages in a real browser: the chart is there, a bar opens its runs, nothing leaves the page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SAMPLES
from playwright.sync_api import Page, expect

SLOW = 120_000
"""Milliseconds: on a busy machine the browser takes long to load the library of charts."""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs whose label and task would ask a foreign machine for a picture."""
    folder = tmp_path_factory.mktemp("hostile")
    for number in (1, 2):
        messages = [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "text", "text": "y"}]}]
        path = folder / f"{number}.json"
        label = f"![a](http://evil.example/{number}.png) <img src=http://evil.example/b.png>"
        path.write_text(
            json.dumps({"id": path.stem, "label": label, "task": label, "messages": messages}), encoding="utf-8"
        )
    return folder


def test_a_bar_of_the_histogram_opens_its_runs_and_the_address_holds_the_choices(
    serve: Callable[..., str], open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{serve(SAMPLES / 'distribution')}/steps?by=label&cap=3")
    expect(page.get_by_text("n = 60 runs")).to_be_visible()
    expect(page.get_by_text("A cap of 3 cuts")).to_be_visible()
    expect(page.get_by_text("3 groups; tick two")).to_be_visible()
    chart = page.locator(".js-plotly-plot").first
    expect(chart.locator(".annotation-text")).to_have_text("cap 3", timeout=SLOW)
    bar = chart.locator(".barlayer .point path").first
    box = bar.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**/?filter=*", timeout=SLOW)


def test_hostile_labels_reach_no_other_machine(
    serve: Callable[..., str], open_page: Callable[..., Page], hostile: Path
) -> None:
    page = open_page(f"{serve(hostile)}/steps?by=label")
    expect(page.get_by_text("n = 2 runs")).to_be_visible()
    expect(page.get_by_text("2 groups; tick two")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(2, timeout=SLOW)
    page.goto(f"{serve(hostile)}/fleet")
    expect(page.get_by_text("What do they add up to?")).to_be_visible()
    assert page.locator("a[href*='evil'], img[src*='evil']").count() == 0
