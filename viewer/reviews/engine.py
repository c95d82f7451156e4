"""An engine made ready: SQLite that survives a kill and waits its turn, and tables of this version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import Session

from viewer.errors import RunFileError
from viewer.reviews.migrate import migrate
from viewer.reviews.place import default_url

WAIT_SECONDS = 30
"""How long a writer waits for another one."""


def driver_url(url: str) -> str:
    """The URL with the driver that this program has: `postgres://` and `postgresql://` go through psycopg."""
    for start in ("postgres://", "postgresql://"):
        if url.startswith(start):
            return "postgresql+psycopg://" + url.removeprefix(start)
    return url


def ready_url(url: str | None = None) -> str:
    """The URL for SQLAlchemy, or for `st.connection`; the folder of a SQLite file is made.

    Raises:
        RunFileError: it is no URL, or the folder cannot be made.
    """
    wanted = driver_url(url or default_url())
    try:
        named = make_url(wanted)
        if named.get_backend_name() == "sqlite" and named.database and named.database != ":memory:":
            Path(named.database).parent.mkdir(parents=True, exist_ok=True)
    except ArgumentError as error:
        raise RunFileError("the store of reviews", "needs a URL such as sqlite:////data/reviews.db") from error
    except OSError as error:
        raise RunFileError(_shown(wanted), f"cannot be made: {error.strerror}") from error
    return wanted


def open_store(url: str | None = None) -> Engine:
    """An engine on a store, made where it is missing. The app hands `prepared` its own engine instead.

    Raises:
        RunFileError: it cannot be reached, or a newer program wrote it.
    """
    wanted = ready_url(url)
    try:
        engine = create_engine(wanted, pool_pre_ping=not wanted.startswith("sqlite"))
    except ArgumentError as error:
        raise RunFileError(_shown(wanted), "needs a URL of SQLite or PostgreSQL") from error
    except ImportError as error:
        raise RunFileError(_shown(wanted), f"needs a driver: install trajectory-viewer[postgres] ({error})") from error
    return prepared(engine)


def prepared(engine: Engine) -> Engine:
    """The same engine with SQLite's settings and the tables of this version; once a process is enough.

    Raises:
        RunFileError: the database cannot be reached, or a newer program wrote it.
    """
    if engine.dialect.name == "sqlite" and not event.contains(engine, "connect", _settings):
        event.listen(engine, "connect", _settings)
        event.listen(engine, "begin", _begin)
    try:
        migrate(engine)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise RunFileError(_shown(str(engine.url)), f"cannot be used: {reason}") from error
    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A transaction that writes: on SQLite it takes its turn at once, so that none fails half way."""
    with Session(engine.execution_options(writes=True)) as session, session.begin():
        yield session


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A transaction that only reads."""
    with Session(engine) as session:
        yield session


def _settings(connection: Any, _: Any) -> None:
    """WAL: readers never wait. FULL: what was acknowledged outlives a loss of power too."""
    connection.isolation_level = None  # else the driver begins where it likes
    for pragma in ("journal_mode=WAL", f"busy_timeout={WAIT_SECONDS * 1000}", "foreign_keys=ON", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)
