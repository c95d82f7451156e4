"""`trajectory-viewer open`: starts Streamlit on app.py, from a clone or from the installed package, in any folder."""

import gc
import inspect
import socket
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click

import viewer

FIRST_NEEDED = ("pandas", "viewer.ui.runs_page", "PIL.Image")
"""What the first page needs and takes long to import."""
NEEDED_NEXT = ("viewer.ui.runs_seen", "viewer.ui.notes_counts", "viewer.ui.run_page")
"""What comes next: more of the first page, then a run that is opened from it."""
SECONDS_TO_OPEN, SECONDS_TO_SHOW = 20.0, 3.0
"""So long the second half of the imports stays out of the way: until somebody opens a page, then until the browser has
loaded the hundred files that it needs to show it."""
_SWITCH_SECONDS = 0.001
"""So often a thread that reads or imports gives way to the server, which else waits for it with each file of a page."""
first_page_drawn = threading.Event()


@dataclass(frozen=True)
class Opened:
    """What the app is opened with."""

    paths: tuple[str, ...] = ()
    policy: str | None = None
    """A policy file."""
    cases: str | None = None
    """A file of cases."""
    baseline: str | None = None
    """A folder of accepted paths."""


def app_folder() -> Path:
    """The folder that holds app.py, pages/, sample_runs/ and .streamlit/."""
    package = Path(viewer.__file__).parent
    installed = package / "_app"
    return installed if installed.is_dir() else package.parent


def launch(
    paths: tuple[str, ...],
    *,
    port: int,
    headless: bool,
    policy: str | None = None,
    cases: str | None = None,
    baseline: str | None = None,
    hosts: tuple[str, ...] = (),
) -> None:
    """Serve the app on these files and folders until it is interrupted.

    Args:
        paths: what to open.
        port: the port to listen on; where it is taken, the next free one.
        headless: do not open a browser.
        policy: a policy file.
        cases: a file of cases.
        baseline: a folder of accepted paths.
        hosts: names under which the app is reached, besides this machine's own.
    """
    gc.disable()  # until `prepare` has imported what the first page needs
    sys.setswitchinterval(_SWITCH_SECONDS)
    from streamlit.web.cli import main as streamlit

    folder, port = app_folder(), free_port(port)
    flags = [*settings_as_flags(folder), f"--server.port={port}", f"--server.headless={str(headless).lower()}"]
    flags += [f"--server.allowedHosts={host}" for host in hosts]
    threading.Thread(target=prepare, args=(paths,), name="imports", daemon=True).start()
    click.echo(f"Trajectory Viewer: http://localhost:{port} (Ctrl+C ends it)")
    streamlit(
        ["run", str(folder / "app.py"), *flags, "--", *words(Opened(paths, policy, cases, baseline))],
        standalone_mode=False,
    )


def prepare(paths: tuple[str, ...]) -> None:
    """While the server starts, import what takes long and begin to read: the first page then need not wait for it."""
    with _only_growing():
        _import(FIRST_NEEDED)
    with suppress(ImportError):  # the pages say what is missing
        from viewer.ui import session  # it imports this module

        session.begin(paths)
    inspect.stack()  # Streamlit asks for it at the first page; it looks at the file of each module, once
    if first_page_drawn.wait(SECONDS_TO_OPEN):
        time.sleep(SECONDS_TO_SHOW)
    with _only_growing():
        _import(NEEDED_NEXT)


@contextmanager
def _only_growing() -> Iterator[None]:
    """What is made meanwhile stays: the collector does not look through it, now or later.

    Among modules it takes a third of the time of importing them, and later 0.1 s after each run of a page.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        with suppress(ImportError):  # the page that needs it says so
            import_module(name)


def words(opened: Opened) -> list[str]:
    """What app.py is started with: the files that are named, then the paths."""
    named = [(f"--{name}", getattr(opened, name)) for name in _NAMED]
    return [*(word for name, value in named if value is not None for word in (name, value)), "--", *opened.paths]


def opened_with(given: list[str]) -> Opened:
    """What `words` wrote; a list of paths alone is read as well."""
    named: dict[str, str] = {}
    while len(given) > 1 and given[0].removeprefix("--") in _NAMED and given[0].startswith("--"):
        named[given[0].removeprefix("--")], given = given[1], given[2:]
    return Opened(tuple(given[1:] if given[:1] == ["--"] else given), **named)


_NAMED = ("policy", "cases", "baseline")


def settings_as_flags(folder: Path) -> list[str]:
    """The shipped settings as flags, so that no configuration file of the current folder weakens them."""
    settings = tomllib.loads((folder / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return [flag for name, value in _flat("", settings) for flag in _flag(name, value)]


def _flat(prefix: str, settings: dict[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in settings.items():
        found.extend(_flat(f"{prefix}{name}.", value) if isinstance(value, dict) else [(prefix + name, value)])
    return found


def _flag(name: str, value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [f"--{name}={str(one).lower() if isinstance(one, bool) else one}" for one in values]


def free_port(wanted: int) -> int:
    """The wanted port, or the next one that nothing listens on."""
    for port in range(wanted, min(wanted + 100, 65536)):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    return wanted
