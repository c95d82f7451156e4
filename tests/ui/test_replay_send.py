"""The panel that sends a bundle: what is asked before, progress, and what differs afterwards."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from replayed import POLICY, REFUND
from streamlit.testing.v1 import AppTest
from wire_server import KEY, KEY_VARIABLE, Answer, Received, WireServer, asks, says, serving

SCRIPT = """
from bundles import refund_bundle
from viewer.ui import replay_send
replay_send.show(refund_bundle())
"""


def _script(one: Received, _: int) -> Answer:
    if "503" in str(one.body):
        return Answer(asks("anthropic_messages", POLICY))
    if "'r1'" in str(one.body):
        return Answer(says("anthropic_messages", "Refunded."))
    return Answer(asks("anthropic_messages", REFUND))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[WireServer]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("TRAJECTORY_VIEWER_DATA", str(tmp_path))
    monkeypatch.setenv("TRAJECTORY_VIEWER_ENDPOINTS", str(tmp_path / "e.toml"))
    with serving(_script) as made:
        (tmp_path / "e.toml").write_text(
            "[endpoints.local]\nprotocol='anthropic_messages'\n"
            f"base_url='{made.endpoint('anthropic_messages').base_url}'\nkey_variable='{KEY_VARIABLE}'\n",
            encoding="utf-8",
        )
        yield made


def _opened() -> AppTest:
    app = AppTest.from_string(SCRIPT, default_timeout=30).run()
    assert not app.exception, app.exception
    return app


def _button(app: AppTest, key: str) -> bool:
    return key in {button.key for button in app.button}


def test_without_an_endpoint_it_says_where_one_is_written(server: WireServer, tmp_path: Path) -> None:
    (tmp_path / "e.toml").unlink()
    app = _opened()
    assert app.code[0].value == str(tmp_path / "e.toml")
    assert "[endpoints.claude]" in app.code[1].value
    assert not app.button


def test_a_damaged_file_of_endpoints_gets_a_sentence(server: WireServer, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text("[endpoints.a]\n", encoding="utf-8")
    assert "protocol" in _opened().text[0].value


def test_what_a_bundle_lacks_has_to_be_given_first(server: WireServer) -> None:
    app = _opened()
    assert "give a limit of a reply" in app.text[0].value
    assert not _button(app, "samples_start")
    app.number_input(key="samples_limit").set_value(50).run()
    assert _button(app, "samples_start")
    assert server.received == []


def test_samples_are_taken_and_compared(server: WireServer) -> None:
    app = _opened()
    app.number_input(key="samples_limit").set_value(50)
    app.number_input(key="samples_number").set_value(2).run()
    app.button(key="samples_start").click().run()
    deadline = time.monotonic() + 20
    while _button(app, "samples_stop"):
        assert time.monotonic() < deadline
        time.sleep(0.1)
        app.run()
    assert not app.exception, app.exception
    assert not _button(app, "samples_start")
    table = app.dataframe[0].value
    assert list(table["run"]) == ["original", "swapped 1", "swapped 2", "unswapped 1", "unswapped 2"]
    assert list(table["step 1"]) == [
        "issue_refund",
        "≠ lookup_policy",
        "≠ lookup_policy",
        "issue_refund",
        "issue_refund",
    ]
    asked = len(server.received)
    app.text_input(key="samples_tool").set_value("issue_refund").run()
    assert not app.exception, app.exception
    assert len(server.received) == asked == 6
