"""What Alembic runs: the migrations, in the transaction that `viewer.reviews.migrate` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
