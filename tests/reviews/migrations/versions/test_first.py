"""Version 0001 of the tables."""

from sqlalchemy import Engine, inspect


def test_the_first_version_has_all_tables(store: Engine) -> None:
    assert set(inspect(store).get_table_names()) == {
        *("alembic_version", "judgements", "kept", "note_labels", "note_versions", "notes", "queue_entries"),
        *("queues", "review_runs", "review_versions", "reviews", "run_notes"),
    }
