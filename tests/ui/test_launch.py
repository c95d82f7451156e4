import socket

import pytest

from viewer.ui.launch import app_folder, free_port, settings_as_flags


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
