"""The option that names the store of reviews."""

import click

database = click.option(
    "--db", metavar="URL", help="The store: sqlite:////path.db or postgresql://…; without it, the user's own."
)
