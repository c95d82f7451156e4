"""How the Run page looks: narrow screens, contrast in both themes."""

from collections.abc import Callable

import pytest
from contrast import contrasts, poor
from playwright.sync_api import Page, expect
from run_page_steps import chosen, grid, heading, opened_at, sample_key


def test_on_a_narrow_screen_the_detail_is_a_screen_of_its_own(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}", width=320, height=700)
    expect(grid(page)).to_be_visible()
    expect(heading(page)).to_be_hidden()
    page.locator("#tv-row-3 .tv-c1").click()
    expect(heading(page)).to_be_visible()
    expect(heading(page)).to_contain_text("[3]")
    expect(grid(page)).to_be_hidden()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="back to the list").click()
    expect(grid(page)).to_be_visible()
    expect(chosen(page)).to_be_in_viewport()


def test_a_link_opens_the_detail_on_a_narrow_screen(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=4", width=390, height=800)
    expect(heading(page)).to_be_visible()
    expect(heading(page)).to_contain_text("[4]")
    expect(grid(page)).to_be_hidden()


@pytest.mark.parametrize(("name", "message"), [("hostile/hostile.json", 4), ("broken/unread_record.json", 1)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_of_both_panes_has_contrast(
    samples: str, open_page: Callable[..., Page], theme: str, name: str, message: int
) -> None:
    page = open_page(f"{samples}/run?run={sample_key(name)}&msg={message}", theme=theme)
    opened_at(page, message)
    page.get_by_role("button", name="keys").click()
    found = contrasts(page, "span, code, dt, dd, h2, h3, p, pre, button, input, select, strong")
    assert len(found) > 60
    assert poor(found) == []
