"""The Replay page in a real browser: from a result to a bundle, and back in."""

import json
from collections.abc import Callable
from pathlib import Path

from contrast import contrasts, poor
from playwright.sync_api import Page, expect
from run_page_steps import opened_at, sample_key

from viewer.replay.bundle import read_bundle
from viewer.replay.check import check_bundle

WORDS = "span, code, dt, dd, a, strong, label p"


def _idle(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def test_a_result_of_the_run_page_is_replaced_saved_and_opened_again(
    samples: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_page(f"{samples}/run?run={sample_key('refund/refund.json')}&msg=4")
    opened_at(page, 4)
    page.get_by_role("button", name="replace this result").click()
    page.wait_for_url("**/replay?*at=4.0*")
    field = page.get_by_label("What the tool is to have answered")
    expect(field).to_have_value(
        "Shipments with no carrier scan for 21+ days may be refunded in full without return, "
        "provided order status is shipped."
    )
    field.fill("policy service is down")
    field.press("Control+Enter")
    expect(page.get_by_text("+policy service is down")).to_be_visible()
    lines = page.locator(".st-key-replay_lines")
    expect(lines).to_contain_text("came after that model call and are not in it")
    expect(lines).to_contain_text("the system prompt is not stored")
    _idle(page)
    assert poor(contrasts(page, WORDS)) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the bundle").click()
    path = tmp_path / "bundle.json"
    saved.value.save_as(path)
    bundle = read_bundle(path)
    assert [one.code for one in check_bundle(bundle) if one.severity == "error"] == []
    assert len(bundle.request["messages"]) == 5
    assert bundle.request["messages"][4]["content"][0]["content"] == "policy service is down"
    _idle(page)
    page.get_by_text("curl", exact=True).click()
    expect(page.get_by_text("END_OF_REQUEST").first).to_be_visible()

    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**document, "request": {**document["request"], "model": "another"}}), encoding="utf-8")
    page.get_by_role("button", name="Open a bundle").click()
    expect(page.get_by_text("No result is chosen")).to_be_visible()
    _idle(page)
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(path)
    opened = page.locator(".st-key-replay_opened_lines")
    expect(opened).to_contain_text("the request was changed outside the replaced block after it was made")
    expect(opened).to_contain_text("refund.json")


def test_every_word_can_be_read_and_nothing_is_cut_off_on_a_narrow_screen(
    samples: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{samples}/replay?run={sample_key('refund/refund.json')}&at=4.0", width=390, theme="dark")
    expect(page.locator(".st-key-replay_lines")).to_contain_text("discarded")
    _idle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert poor(contrasts(page, WORDS)) == []
