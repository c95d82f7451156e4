"""axe-core finds nothing on any page, on any view of a run, in either theme."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from run_page_steps import sample_key

from viewer.ui.run_page import VIEWS
from viewer.ui.shell import PAGES

OF_STREAMLIT = {"exclude": [["[data-testid=stFileUploaderDropzone]"]]}
"""Its file chooser's frame has the role `presentation` and a spoken name at once, which no setting of ours changes."""
RUN = "refund/refund.json"
QUERIES = {
    "steps": lambda: "?by=label&cap=3",
    "replay": lambda: f"?run={sample_key(RUN)}&at=4.0",
    "compare": lambda: f"?left={sample_key(RUN)}&right={sample_key('wrong_account/wrong_account.json')}",
}


def _settled(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    # What was stale fades in, and has too little contrast until it has.
    page.wait_for_timeout(500)


def _violations(page: Page, place: str) -> list[str]:
    """What axe finds in both themes, each with the theme, the rule and the first element."""
    found: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # light or dark
        page.wait_for_function(
            "(dark) => { const [r, g, b] = getComputedStyle(document.querySelector('.stApp')).backgroundColor"
            ".match(/\\d+/g).map(Number); return dark === (r + g + b < 384); }",
            arg=theme == "dark",
        )
        _settled(page)
        for one in Axe().run(page, context=OF_STREAMLIT).response["violations"]:
            node = one["nodes"][0]
            found.append(f"{place}, {theme}: {one['id']} at {node['target']}: {node['failureSummary']}")
    return found


@pytest.mark.parametrize("name", [name for _, _, name in PAGES if name != "run"])
def test_a_page_has_no_violation(name: str, samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/{name}{QUERIES.get(name, str)()}")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    assert _violations(page, name) == []


def test_no_view_of_a_run_has_a_violation(samples: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{samples}/run?run={sample_key(RUN)}&msg=3")
    expect(page.locator(".tv-detail h2")).to_contain_text("[3]")
    found = _violations(page, VIEWS[0])
    for view in VIEWS[1:]:
        page.get_by_role("radio", name=view).or_(page.get_by_role("button", name=view)).first.click()
        page.wait_for_url(f"**view={view.replace(' ', '*')}*")
        found += _violations(page, view)
    assert found == []
