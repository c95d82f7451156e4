"""Alembic runs the migrations in our own transaction."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from viewer.reviews.engine import prepared
from viewer.reviews.migrate import migrate

FAILS = '''
"""A migration that fails half way."""
import sqlalchemy as sa
from alembic import op
revision = "0001"
down_revision = None
def upgrade():
    op.create_table("half", sa.Column("id", sa.Integer()))
    raise ZeroDivisionError
'''


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    env = Path(__file__).parents[3] / "viewer/reviews/migrations/env.py"
    (folder / "env.py").write_text(env.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "versions" / "half.py").write_text(FAILS, encoding="utf-8")
    engine = create_engine(f"sqlite:///{tmp_path / 'a.db'}")
    with pytest.raises(ZeroDivisionError):
        migrate(prepared_without_tables(engine), folder)
    assert inspect(engine).get_table_names() == []


def prepared_without_tables(engine):  # type: ignore[no-untyped-def]
    from sqlalchemy import event

    from viewer.reviews import engine as module

    event.listen(engine, "connect", module._settings)
    event.listen(engine, "begin", module._begin)
    return engine


def test_a_store_that_is_up_to_date_is_left_alone(tmp_path: Path) -> None:
    engine = prepared(create_engine(f"sqlite:///{tmp_path / 'a.db'}"))
    migrate(engine)
    assert "notes" in inspect(engine).get_table_names()
    assert list(tmp_path.glob("*.backup")) == []
