import socket
import subprocess
import sys

import pytest

from viewer.ui.launch import FIRST_NEEDED, Opened, app_folder, free_port, opened_with, settings_as_flags, words


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


def test_what_is_imported_early_is_there_and_does_not_load_streamlit() -> None:
    code = (
        "import sys; from viewer.ui.launch import FIRST_NEEDED, import_early; import_early();"
        "print(set(FIRST_NEEDED) <= set(sys.modules), 'streamlit' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
    assert len(FIRST_NEEDED) == len(set(FIRST_NEEDED))
