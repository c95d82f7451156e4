"""The tables that migrations make are those of the classes."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine

from viewer.reviews.tables import Base


def test_migrations_and_classes_tell_of_the_same_tables(store: Engine) -> None:
    with store.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
