"""The app without a browser: `opened(paths)` runs app.py on them and waits until all are read."""

import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT
from streamlit.testing.v1 import AppTest


def opened(patch: pytest.MonkeyPatch, *paths: Path, **query: str) -> AppTest:
    """The Runs page, as `trajectory-viewer open PATH…` shows it first, with these query parameters."""
    patch.setattr(sys, "argv", ["app.py", *map(str, paths)])
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    return settled(app)


def settled(app: AppTest) -> AppTest:
    """The app run until nothing is being read any more."""
    app.run()
    deadline = time.monotonic() + 20
    while "stop" in {button.key for button in app.button}:
        assert time.monotonic() < deadline, "still reading after 20 seconds"
        time.sleep(0.05)
        app.run()
    assert not app.exception, app.exception
    return app


def words(app: AppTest) -> str:
    """All texts that the page draws, one a line."""
    return "\n".join(str(one.value) for one in (*app.title, *app.subheader, *app.markdown, *app.text, *app.code))
