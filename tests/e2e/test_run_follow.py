"""A run that is written while it is read, in a real browser: it grows in place, and what was chosen stays."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from run_page_steps import chosen, grid, keys_of, opened_at

STEPS = 60
"""Calls that are there at first."""


def step(number: int) -> str:
    """A call and its result, a line each."""
    call = {"type": "tool_use", "id": f"c{number}", "name": "look", "input": {"n": number}}
    answer = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "seen"}
    lines = ({"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]})
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_a_run_grows_in_place_and_the_choice_stays_and_it_can_be_paused(
    serve: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    first = json.dumps({"role": "user", "content": "go"}) + "\n"
    path.write_text(first + "".join(map(step, range(STEPS))), encoding="utf-8")
    (key,) = keys_of(path).values()
    page = open_page(f"{serve(tmp_path)}/run?run={key}&msg=40")
    opened_at(page, 40)
    expect(page.get_by_text("open · what is added to its file shows by itself")).to_be_visible()
    expect(grid(page)).to_have_attribute("aria-rowcount", str(2 * STEPS + 2))
    grid(page).evaluate("grid => { grid.dataset.same = 'yes' }")
    seen = set()
    with path.open("a", encoding="utf-8") as file:
        for number in range(STEPS, STEPS + 40):
            file.write(step(number))
            file.flush()
            time.sleep(0.2)
            assert grid(page).count() == 1
            seen.add(grid(page).get_attribute("aria-rowcount"))
    assert len(seen) > 2, "it grows while the file is written, not only afterwards"
    expect(grid(page)).to_have_attribute("aria-rowcount", str(2 * STEPS + 82))
    opened_at(page, 40)
    expect(chosen(page)).to_be_in_viewport()
    assert grid(page).get_attribute("data-same") == "yes"

    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("paused; what was added since is not shown")).to_be_visible()
    with path.open("a", encoding="utf-8") as file:
        file.write(step(STEPS + 40))
    time.sleep(3)
    expect(grid(page)).to_have_attribute("aria-rowcount", str(2 * STEPS + 82))
    page.get_by_role("button", name="Follow").click()
    expect(grid(page)).to_have_attribute("aria-rowcount", str(2 * STEPS + 84))


LONG = 2450
"""Steps of a long run, two messages each."""
WATCH = """grid => {
    window.seen = {fewest: 1e9, gone: 0, rows: []};
    const look = () => {
        if (!grid.isConnected) window.seen.gone += 1;
        window.seen.fewest = Math.min(window.seen.fewest, grid.querySelectorAll('[role=row]').length);
        const rows = Number(grid.getAttribute('aria-rowcount'));
        if (rows !== window.seen.rows.at(-1)) window.seen.rows.push(rows);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Looks at the list in each frame that the browser paints."""


def test_a_long_run_grows_ten_records_a_second_without_a_flicker(
    serve: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    first = json.dumps({"role": "user", "content": "go"}) + "\n"
    path.write_text(first + "".join(map(step, range(LONG))), encoding="utf-8")
    (key,) = keys_of(path).values()
    page = open_page(f"{serve(tmp_path)}/run?run={key}&msg=4880")
    opened_at(page, 4880)
    grid(page).evaluate(WATCH)
    with path.open("a", encoding="utf-8") as file:
        for number in range(LONG, LONG + 30):
            file.write(step(number))
            file.flush()
            time.sleep(0.2)
    expect(grid(page)).to_have_attribute("aria-rowcount", str(2 * LONG + 62), timeout=30_000)
    seen = page.evaluate("window.seen")
    assert seen["gone"] == 0 and seen["fewest"] > 5, "the list was there, with its rows, in each frame"
    assert len(seen["rows"]) > 2 and seen["rows"] == sorted(seen["rows"])
    opened_at(page, 4880)
    expect(chosen(page)).to_be_in_viewport()
