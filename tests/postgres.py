"""A PostgreSQL of a test's own: made in a temporary folder, gone afterwards."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from viewer.ui.launch import free_port

_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/usr/local/pgsql/bin")
NOT_FOUND = "no PostgreSQL on this machine: neither /usr/lib/postgresql/*/bin nor the PATH has initdb and postgres"


def programs() -> Path | None:
    """The folder with initdb and postgres, of the newest version found."""
    found = [path for pattern in _FOLDERS for path in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    named = shutil.which("initdb")
    folders = [*found, *([Path(named).resolve().parent] if named else [])]
    return next((one for one in folders if (one / "initdb").exists() and (one / "postgres").exists()), None)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database. The server runs as another user where we are root, which it refuses to be."""
    folder = programs()
    assert folder is not None, NOT_FOUND
    user = _unprivileged()
    home = Path(tempfile.mkdtemp(prefix="reviews-postgres-"))
    if user is not None:
        os.chown(home, user.pw_uid, user.pw_gid)
    who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user is not None else {}
    where = {"cwd": home, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(home)}}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    made = [folder / "initdb", "-D", home / "data", "-A", "trust", "-U", "reviewer", "-E", "UTF8", "--no-sync"]
    subprocess.run(list(map(str, made)), check=True, **who, **where, **quiet)  # type: ignore[call-overload]
    port = free_port(15432)
    flags = ["-p", port, "-k", home, "-c", "listen_addresses=127.0.0.1"]
    run = list(map(str, [folder / "postgres", "-D", home / "data", *flags]))
    server = subprocess.Popen(run, **who, **where, **quiet)  # type: ignore[call-overload]
    try:
        _wait(server, port)
        yield f"postgresql+psycopg://reviewer@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)  # disconnects everyone and ends
        server.wait(timeout=30)
        shutil.rmtree(home, ignore_errors=True)


def _unprivileged() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _wait(server: "subprocess.Popen[bytes]", port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host="127.0.0.1", port=port, user="reviewer", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.1)
