"""`caps`: from the step counts of runs to the cap to set, one group a line."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import cast

import click

from viewer import load
from viewer.analysis.caps.money import money_table
from viewer.analysis.caps.periods import Difference, difference
from viewer.analysis.caps.recommendation import Basis
from viewer.analysis.caps.table import cap_table
from viewer.analysis.caps.units import CapUnit, default_unit
from viewer.cli.caps_output import write_difference, write_money, write_table
from viewer.cli.output import CannotDo
from viewer.errors import RunFileError
from viewer.index.capped_rows import (
    GROUPINGS,
    SUB_AGENTS,
    CapChoices,
    Capped,
    capped_runs,
    ending_rule,
    groups,
    rate_rule,
)
from viewer.index.cube import Cube
from viewer.index.filter_line.comparison import EVERY_RUN
from viewer.index.outcome_file import read_outcomes
from viewer.index.outcome_join import join
from viewer.index.reader import open_index
from viewer.index.rows import RunRow, rows
from viewer.index.run_rules import RuleError
from viewer.index.step_groups import MOST_SINGLE, StepGroups, count, of_cube, question
from viewer.index.stored_rows import COLUMNS, run_rows
from viewer.model.source import Source

_LISTED = 20


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--by", metavar="FIELD", help=f"One group a value: {', '.join(GROUPINGS)} or attribute.NAME.")
@click.option(
    "--unit",
    type=click.Choice(["turn", "run"]),
    help="What the cap bounds. Without it: turn where runs hold more than one, else run.",
)
@click.option(
    "--loss",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    show_default=True,
    help="Accepted share of successes cut.",
)
@click.option("--outcomes", metavar="FILE", help="Outcomes judged elsewhere: CSV, JSON lines or a SWE-bench report.")
@click.option("--outcomes-by", metavar="NAME", help="What they name: run, task, or an attribute.")
@click.option(
    "--ending", "endings", metavar="RULE", multiple=True, help="FIELD=VALUE:ENDING, as exit=Submitted:success."
)
@click.option(
    "--weight",
    "weights",
    metavar="RULE",
    multiple=True,
    help="An attribute that holds the share of runs stored, or FIELD=VALUE:SHARE, as outcome=success:0.05.",
)
@click.option(
    "--promise",
    "basis",
    type=click.Choice(["worst case", "observed"]),
    default="worst case",
    show_default=True,
    help="What the recommendation rests on.",
)
@click.option(
    "--axis", type=click.Choice(["steps", "money"]), default="steps", show_default=True, help="What the cap limits."
)
@click.option("--versus", nargs=2, metavar="A B", help="Compare the step counts of two of the groups.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read files.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a group.")
def caps(
    paths: tuple[str, ...], by: str | None, unit: str | None, loss: float, outcomes: str | None,
    outcomes_by: str | None, endings: tuple[str, ...], weights: tuple[str, ...], basis: str, axis: str,
    versus: tuple[str, str] | None, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Derive an iteration cap from the step counts of runs, or of an index of them."""
    if by is not None and by not in GROUPINGS and not by.startswith("attribute."):
        raise CannotDo(f"runs cannot be grouped by {by}: name {', '.join(GROUPINGS)} or attribute.NAME")
    if len(paths) == 1 and _is_index(paths[0]) and (many := _of_many(paths[0], by, unit, endings, weights)) is not None:
        if versus or outcomes is not None or axis == "money":
            raise CannotDo("this index holds too many runs to look at them one by one: use the app with a filter")
        chosen, made = many
        for group in made.groups:
            table = cap_table(group.counts, chosen, loss=loss, group=group.name, basis=cast(Basis, basis))
            write_table(table, Capped((), group.never_started), as_json)
        return
    listed = _rows(paths, jobs)
    if not listed:
        raise CannotDo("no run was found under these paths")
    choices = _choices(listed, outcomes, outcomes_by, endings, weights)
    chosen = cast(CapUnit, unit or default_unit(row.turns for row in listed))
    grouped = {name: capped_runs(of, chosen, choices) for name, of in groups(listed, by).items()}
    if versus:
        write_difference(_difference(grouped, versus), versus, as_json)
        return
    for name, found in grouped.items():
        if axis == "money":
            priced = money_table(found.runs, loss=loss, group=name, basis=cast(Basis, basis))
            write_money(name, found, priced, as_json)
        else:
            write_table(cap_table(found.runs, chosen, loss=loss, group=name, basis=cast(Basis, basis)), found, as_json)


def _rows(paths: tuple[str, ...], jobs: int) -> list[RunRow]:
    """The runs of all paths; one that holds an index is asked, the others are read."""
    found: list[RunRow] = []
    for path in paths:
        if _is_index(path):
            with open_index(path) as reader:
                found += run_rows(reader.table(f"SELECT {', '.join(COLUMNS)} FROM runs"))
        else:
            for made in _read([path], jobs):
                found += made
    return found


def _is_index(path: str) -> bool:
    return "://" in path or (Path(path) / "runs" / "_delta_log").is_dir()


def _of_many(
    path: str, by: str | None, unit: str | None, endings: tuple[str, ...], weights: tuple[str, ...]
) -> tuple[CapUnit, StepGroups] | None:
    """The groups of an index of very many runs; None: they can be looked at one by one."""
    with open_index(path) as reader:
        if count(reader, EVERY_RUN) <= MOST_SINGLE:
            return None
        most = reader.rows("SELECT coalesce(max(turns), 0) FROM runs")[0][0]
        chosen = cast(CapUnit, unit or ("turn" if most > 1 else "run"))
        asked, dimension = question(EVERY_RUN, chosen, by, _choices([], None, None, endings, weights))
        cube = Cube(reader, asked)
        cube.ready_for_changes()
        return chosen, of_cube(cube, dimension, with_tokens=True)


def _read(paths: list[str], jobs: int) -> Iterator[list[RunRow]]:
    sources = list(load.sources(paths))
    if jobs == 1 or len(sources) < 2:
        results = map(_rows_of, sources)
        yield from _told(results)
        return
    with ProcessPoolExecutor(min(jobs, len(sources))) as pool:
        yield from _told(pool.map(_rows_of, sources, chunksize=8))


def _told(results: Iterator[list[RunRow] | str]) -> Iterator[list[RunRow]]:
    for one in results:
        if isinstance(one, str):
            click.echo(f"left out: {one}", err=True)
        else:
            yield one


def _rows_of(source: Source) -> list[RunRow] | str:
    """The rows of a source, or why there are none."""
    try:
        return rows(load.runs(source))
    except RunFileError as error:
        return str(error)
    except RecursionError:
        return f"{source.name}: is nested deeper than this program reads"


def _choices(
    listed: Sequence[RunRow], outcomes: str | None, outcomes_by: str | None, endings: tuple[str, ...],
    weights: tuple[str, ...],
) -> CapChoices:  # fmt: skip
    try:
        ending_rules = tuple(map(ending_rule, endings))
        rates = tuple(rate_rule(one) for one in weights if "=" in one)
    except RuleError as error:
        raise CannotDo(str(error)) from error
    attributes = [one for one in weights if "=" not in one]
    if len(attributes) > 1:
        raise CannotDo(f"--weight names {len(attributes)} attributes: name one")
    of_key = None
    if outcomes is not None:
        joined = join(listed, read_outcomes(outcomes, outcomes_by))
        click.echo(joined.said, err=True)
        for word, names in (("not in the file", joined.unmatched_runs), ("names no run", joined.unmatched_names)):
            _list(word, names)
        of_key = joined.of_key
    return CapChoices(ending_rules, of_key, rates, attributes[0] if attributes else None)


def _list(word: str, names: tuple[str, ...]) -> None:
    for name in names[:_LISTED]:
        click.echo(f"{word}: {ascii(name)[1:-1]}", err=True)
    if len(names) > _LISTED:
        click.echo(f"{word}: {len(names) - _LISTED:,} more", err=True)


def _difference(grouped: dict[str, Capped], versus: tuple[str, str]) -> Difference:
    for name in versus:
        if name not in grouped:
            known = ", ".join(one for one in list(grouped)[:_LISTED] if not one.endswith(SUB_AGENTS))
            raise CannotDo(f"there is no group {name!r}: there are {known}")
    found = difference(grouped[versus[0]].runs, grouped[versus[1]].runs, versus)
    if found is None:
        raise CannotDo("one of the two groups holds no run with a request")
    return found
