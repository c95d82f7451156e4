"""Version 0001: notes, incident reviews and queues."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "kept",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("about", sa.String(length=10), nullable=False),
        sa.Column("about_id", sa.String(length=32), nullable=False),
        sa.Column("base_version", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("settled_at", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("kept_by_thing", "kept", ["about", "about_id"], unique=False)
    op.create_table(
        "notes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("parent_id", sa.String(length=32), nullable=True),
        sa.Column("run_key", sa.String(length=16), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("message", sa.Integer(), nullable=True),
        sa.Column("k", sa.Integer(), nullable=True),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("end", sa.Integer(), nullable=True),
        sa.Column("hash", sa.String(length=80), nullable=True),
        sa.Column("quoted", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("severity", sa.String(length=20), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("changed_by", sa.String(length=200), nullable=False),
        sa.Column("changed_at", sa.String(length=40), nullable=False),
        sa.Column("retracted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "notes_by_parent",
        "notes",
        ["parent_id"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NOT NULL"),
        postgresql_where=sa.text("parent_id IS NOT NULL"),
    )
    op.create_index("notes_by_run", "notes", ["run_key", "retracted", "parent_id", "status", "message"], unique=False)
    op.create_index("notes_by_time", "notes", ["created_at", "id"], unique=False)
    op.create_table(
        "queues",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("changed_by", sa.String(length=200), nullable=False),
        sa.Column("changed_at", sa.String(length=40), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("reviews_by_time", "reviews", ["changed_at", "id"], unique=False)
    op.create_table(
        "run_notes",
        sa.Column("run_key", sa.String(length=16), nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.Column("notes", sa.Integer(), nullable=False),
        sa.Column("open", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("run_key"),
    )
    op.create_table(
        "judgements",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("queue_id", sa.String(length=32), nullable=False),
        sa.Column("run_key", sa.String(length=16), nullable=False),
        sa.Column("reviewer", sa.String(length=200), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["queue_id"],
            ["queues.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("judgements_by_queue", "judgements", ["queue_id", "reviewer", "at"], unique=False)
    op.create_table(
        "note_labels",
        sa.Column("note_id", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("run_key", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["note_id"],
            ["notes.id"],
        ),
        sa.PrimaryKeyConstraint("note_id", "label"),
    )
    op.create_index("note_labels_by_label", "note_labels", ["label", "run_key"], unique=False)
    op.create_table(
        "note_versions",
        sa.Column("note_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["note_id"],
            ["notes.id"],
        ),
        sa.PrimaryKeyConstraint("note_id", "version"),
    )
    op.create_table(
        "queue_entries",
        sa.Column("queue_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("run_key", sa.String(length=16), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["queue_id"],
            ["queues.id"],
        ),
        sa.PrimaryKeyConstraint("queue_id", "place"),
    )
    op.create_table(
        "review_runs",
        sa.Column("review_id", sa.String(length=32), nullable=False),
        sa.Column("alias", sa.String(length=200), nullable=False),
        sa.Column("run_key", sa.String(length=16), nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["review_id"],
            ["reviews.id"],
        ),
        sa.PrimaryKeyConstraint("review_id", "alias"),
    )
    op.create_index("review_runs_by_run", "review_runs", ["run_key", "review_id"], unique=False)
    op.create_table(
        "review_versions",
        sa.Column("review_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("author", sa.String(length=200), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["review_id"],
            ["reviews.id"],
        ),
        sa.PrimaryKeyConstraint("review_id", "version"),
    )
    # ### end Alembic commands ###
