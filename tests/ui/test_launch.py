import socket
import subprocess
import sys

import pytest

from viewer.ui.launch import Opened, app_folder, free_port, opened_with, settings_as_flags, words


def test_the_app_folder_of_a_clone_holds_app_pages_and_settings() -> None:
    folder = app_folder()
    assert all(
        (folder / name).exists() for name in ("app.py", "pages/runs.py", "sample_runs", ".streamlit/config.toml")
    )


def test_a_taken_port_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port(port) != port


@pytest.mark.parametrize(
    "flag",
    [
        "--server.address=127.0.0.1",
        "--server.allowedHosts=localhost",
        "--server.enableXsrfProtection=true",
        "--server.enableStaticServing=false",
        "--browser.gatherUsageStats=false",
        "--client.showErrorLinks=false",
    ],
)
def test_the_shipped_settings_are_passed_whatever_folder_it_starts_in(flag: str) -> None:
    assert flag in settings_as_flags(app_folder())


@pytest.mark.parametrize(
    "opened",
    [
        Opened(),
        Opened(("a", "b")),
        Opened(("a",), "p.toml"),
        Opened((), "p.toml", "c.jsonl", "accepted"),
        Opened(("a",), None, "c.jsonl"),
        Opened(("--", "--policy")),
        Opened(("--policy",), "--", "--cases"),
    ],
)
def test_paths_and_files_arrive_as_they_were_given(opened: Opened) -> None:
    assert opened_with(words(opened)) == opened


def test_paths_alone_are_read_as_paths() -> None:
    assert opened_with(["a", "b"]) == Opened(("a", "b"))


BEGINS = """
import gc, sys, threading, time
from viewer.ui import launch
launch.SECONDS_TO_SHOW = 0.0
thread = threading.Thread(target=launch.prepare, args=((sys.argv[1],),))
thread.start()
while gc.get_freeze_count() == 0:
    time.sleep(0.02)
from viewer.ui import session
catalog = session._catalog((sys.argv[1],))
while catalog.progress().state == "reading":
    time.sleep(0.02)
print(len(catalog.rows()) > 0, gc.isenabled(), thread.is_alive(), set(launch.FIRST_NEEDED) <= set(sys.modules))
print(*("sqlalchemy" in sys.modules, "viewer.ui.run_page" in sys.modules))
launch.first_page_drawn.set()
thread.join()
print(gc.isenabled(), set(launch.NEEDED_NEXT) <= set(sys.modules))
"""


def test_runs_are_read_while_the_server_starts_and_what_the_first_page_does_not_need_is_imported_after_it() -> None:
    command = [sys.executable, "-c", BEGINS, str(app_folder() / "sample_runs" / "aider")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["True True True True", "False False", "True True"]
