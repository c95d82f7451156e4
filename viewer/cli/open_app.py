"""`open`: the app in a browser."""

import os
from pathlib import Path

import click

from viewer.access_place import access_file
from viewer.cli.output import CannotDo


@click.command("open")
@click.argument("paths", nargs=-1)
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--headless", is_flag=True, help="Do not open a browser.")
@click.option("--policy", metavar="FILE", help="TOML or YAML: which tools write, what they need, what is allowed.")
@click.option("--cases", metavar="FILE", help="Cases, one a line, for the Checks page.")
@click.option("--baseline", metavar="DIR", help="Folder of accepted paths; it is made with the first one.")
@click.option("--reviews-db", metavar="URL", help="The store of notes and reviews; without it, the user's own.")
@click.option("--reviewer", metavar="NAME", help="Who writes notes and reviews; without it, the user's name.")
@click.option("--access", metavar="FILE", help="TOML: who may sign in, with which role, below which paths.")
@click.pass_context
def open_app(
    context: click.Context,
    paths: tuple[str, ...],
    port: int,
    headless: bool,
    policy: str | None,
    cases: str | None,
    baseline: str | None,
    reviews_db: str | None,
    reviewer: str | None,
    access: str | None,
) -> None:
    """Open the app on files and folders (default: the sample runs)."""
    for path in paths:
        if not os.path.exists(path):
            kind = "is no command, and no file or folder" if context.meta.get("opened_by_default") else "does not exist"
            raise CannotDo(f"{path}: {kind}: check its spelling")
    if policy is not None:
        from viewer.policy_file import read_policy  # only where it is asked for

        read_policy(policy)
    if cases is not None:
        from viewer.baselines.cases import read_cases  # only where it is asked for

        read_cases(cases)
    if baseline is not None and Path(baseline).exists() and not Path(baseline).is_dir():
        raise CannotDo(f"{baseline}: is no folder: baselines are files in a folder")
    hosts = _hosts(access, paths)
    # The app reads these wherever it is started from; so a URL with a password need not stand on a command line.
    for variable, value in (
        ("TRAJECTORY_VIEWER_REVIEWS", reviews_db),
        ("TRAJECTORY_VIEWER_REVIEWER", reviewer),
        ("TRAJECTORY_VIEWER_ACCESS", None if access is None else str(Path(access).absolute())),
    ):
        if value is not None:
            os.environ[variable] = value
    if reviews_db is not None:
        from viewer.reviews.engine import open_store  # only where it is asked for

        open_store(reviews_db).dispose()
    from viewer.ui.launch import launch  # only here: the other commands start without Streamlit

    launch(paths, port=port, headless=headless, policy=policy, cases=cases, baseline=baseline, hosts=hosts)


def _hosts(access: str | None, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The names of this machine that the access file tells, once it is clear that it can be kept."""
    path = access_file() if access is None else Path(access)
    if path is None:
        return ()
    from viewer.access_file import read_access  # only where there is one

    rules = read_access(path)
    if len(paths) > 1 and any(rule.prefixes is not None for rule in rules.rules):
        raise CannotDo(f"{path}: limits by path need the app to be opened on one folder, not on {len(paths)}")
    return rules.hosts
