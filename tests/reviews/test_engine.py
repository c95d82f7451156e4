"""A store opens where it should, with settings that keep what was acknowledged."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from viewer.errors import RunFileError
from viewer.reviews.engine import driver_url, open_store, prepared, reading, writing


def test_postgresql_goes_through_psycopg() -> None:
    assert driver_url("postgres://u@h/d") == "postgresql+psycopg://u@h/d"
    assert driver_url("postgresql://u@h/d") == "postgresql+psycopg://u@h/d"
    assert driver_url("sqlite:///a.db") == "sqlite:///a.db"


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'new' / 'folder' / 'reviews.db'}").dispose()
    assert (tmp_path / "new" / "folder" / "reviews.db").exists()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("no url", "needs a URL such as"),
        ("mysql+nodriver://h/d", "needs a"),
        ("postgresql://ann:secret-word@127.0.0.1:1/reviews", "cannot be used"),
        ("sqlite:////proc/nowhere/reviews.db", "cannot be"),
    ],
)
def test_a_store_that_cannot_be_reached_is_said_without_its_password(url: str, said: str) -> None:
    with pytest.raises(RunFileError, match=said) as error:
        open_store(url)
    assert "secret-word" not in str(error.value)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "reviews.db"
    path.write_text("these are my notes, in words\n" * 100, encoding="utf-8")
    with pytest.raises(RunFileError, match="not a database"):
        open_store(f"sqlite:///{path}")
    assert path.read_text(encoding="utf-8").startswith("these are my notes")


def test_sqlite_writes_ahead_and_waits(store: Engine) -> None:
    with store.connect() as connection:
        told = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in (
            "journal_mode", "busy_timeout", "foreign_keys", "synchronous")}  # fmt: skip
    assert told == {"journal_mode": "wal", "busy_timeout": 30_000, "foreign_keys": 1, "synchronous": 2}


def test_preparing_an_engine_twice_changes_nothing(store: Engine) -> None:
    assert prepared(prepared(store)) is store
    with store.begin() as connection:
        connection.execute(text("SELECT 1"))


def test_a_transaction_that_fails_leaves_nothing(store: Engine) -> None:
    with pytest.raises(ZeroDivisionError), writing(store) as session:
        session.execute(text("INSERT INTO queues VALUES ('1', 'a', 'b', 'c', 'd')"))
        raise ZeroDivisionError
    with reading(store) as session:
        assert session.execute(text("SELECT count(*) FROM queues")).scalar() == 0


def test_writers_that_read_first_do_not_fail_but_wait(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    engine = open_store(url)
    with writing(engine) as session:
        session.execute(text("INSERT INTO queues VALUES ('1', '0', 'b', 'c', 'd')"))
    failures: list[BaseException] = []

    def count_up() -> None:
        own = prepared(create_engine(url))
        try:
            for _ in range(10):
                with writing(own) as session:
                    before = int(session.execute(text("SELECT name FROM queues")).scalar_one())
                    session.execute(text("UPDATE queues SET name = :n"), {"n": str(before + 1)})
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=count_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with reading(engine) as session:
        assert session.execute(text("SELECT name FROM queues")).scalar_one() == "40"
