"""What the tests of the Run page do and look at, with a browser and without."""

from pathlib import Path

import pytest
from conftest import SAMPLES
from opened import opened
from playwright.sync_api import Locator, Page, expect
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.model.hashes import run_key
from viewer.model.run import walk


def keys_of(path: Path) -> dict[str, str]:
    """The keys of the runs of a file that the app was opened on, by run id."""
    source = next(load.sources([path]))
    return {run.run_id: run_key(run) for root in load.runs(source) for run in walk(root)}


def run_keys(name: str) -> dict[str, str]:
    """The keys of the runs of a sample by run id, as the app opened on all samples has them."""
    source = next(one for one in load.sources([SAMPLES]) if one.name == name)
    return {run.run_id: run_key(run) for root in load.runs(source) for run in walk(root)}


def sample_key(name: str) -> str:
    """The key of the first run of a sample, as the app opened on all samples has it."""
    source = next(one for one in load.sources([SAMPLES]) if one.name == name)
    return run_key(load.runs(source)[0])


def heading(page: Page) -> Locator:
    return page.locator(".tv-detail h2")


def chosen(page: Page) -> Locator:
    return page.locator(".tv-ledger .tv-chosen")


def opened_at(page: Page, message: int) -> None:
    """Wait until both panes show a message."""
    expect(heading(page)).to_contain_text(f"[{message}]")
    expect(chosen(page)).to_have_attribute("data-message", str(message))


def grid(page: Page) -> Locator:
    return page.get_by_role("grid", name="Messages of the run")


def focused(page: Page) -> str:
    """Class of the element that has the focus, through shadow roots."""
    return str(
        page.evaluate(
            "() => { let one = document.activeElement;"
            " while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement; return one.className; }"
        )
    )


def page_of(patch: pytest.MonkeyPatch, path: Path, **query: str) -> AppTest:
    """The Run page of the only run of a file."""
    app = opened(patch, path)
    (key,) = keys_of(path).values()
    for name, value in {"run": key, **query}.items():
        app.query_params[name] = value
    app.switch_page("pages/run.py").run()
    assert not app.exception, app.exception
    return app
