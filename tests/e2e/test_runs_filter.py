import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_line_that_cannot_be_read_is_pointed_at_and_a_facet_fills_in_the_line(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/?filter=steps+%3E+x")
    expect(page.get_by_text("a number was expected, like 12 or 5_000")).to_be_visible()
    line = page.get_by_role("searchbox", name="Filter")
    line.fill("steps > 3")
    page.wait_for_function("location.search.includes('3')")
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.get_by_role("button", name="outcome").click()
    table = page.get_by_test_id("stPopoverBody").get_by_test_id("stDataFrame")
    expect(table.locator("canvas").first).to_be_visible()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 16, box["y"] + 35 * 1.5)
    page.wait_for_function("location.search.includes('outcome')")
    expect(line).to_have_value(re.compile("steps > 3 and outcome = "))


def test_runs_like_a_call_are_listed_with_when_they_came_up(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/?find=refund-4471")
    page.wait_for_url("**/run?run=*")
    page.goto(f"{page.url}&msg=5")
    link = page.get_by_role("link", name="runs with this tool").first
    link.click()
    page.wait_for_function("location.search.includes('seen=true')")
    expect(page.get_by_role("searchbox", name="Filter")).to_have_value("tool = issue_refund")
    expect(page.get_by_text("first seen", exact=False).first).to_be_visible()
