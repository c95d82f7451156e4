"""`where`: every earlier visible place that also holds a value."""

from dataclasses import asdict
from typing import Any

import click

from viewer.analysis.ordering import order
from viewer.analysis.provenance.where import Provenance, Use
from viewer.cli.address import run_at
from viewer.cli.output import CannotDo, write_json, write_text
from viewer.masking import masked

_NAMED = 20
"""Positions named of a value that is not used."""


@click.command()
@click.argument("run")
@click.argument("value", required=False)
@click.option("--message", type=int, help="All values that this message uses.")
@click.option("--before", metavar="B", help="Answer whether VALUE came before B; both a tool, a value or a position.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a use.")
@click.option("--reveal", is_flag=True, help="Show values that look like credentials.")
def where(run: str, value: str | None, message: int | None, before: str | None, as_json: bool, reveal: bool) -> None:
    """Say where else a value of a model's message stands: exact, formatted, in another unit, or nowhere visible."""
    found = run_at(run)
    if (value is None) == (message is None):
        raise CannotDo("give either a VALUE or --message N")
    if before is not None and value is not None:
        answer = order(found, value, before)
        if as_json:
            write_json(asdict(answer))
        else:
            write_text(answer.sentence)
        return
    provenance = Provenance(found)
    if message is not None:
        if not 0 <= message < len(found.messages):
            raise CannotDo(f"there is no message {message}: this run has {len(found.messages)}, counted from 0")
        uses = provenance.of_message(message)
    else:
        uses = provenance.of_value(value or "")
    for use in uses:
        if as_json:
            write_json(_document(use))
        else:
            text = "\n".join(_lines(use))
            write_text(text if reveal else masked(text).text)
    if not uses and not as_json:
        write_text(_unused(provenance.positions_of(value)) if value else "this message uses no value")


def _unused(positions: tuple[str, ...]) -> str:
    """What is said of a value that no message of the model uses: where else it stands."""
    if not positions:
        return "no message of the model uses that value, and no message holds it"
    more = f" and {len(positions) - _NAMED:,} more" if len(positions) > _NAMED else ""
    return f"no message of the model uses that value; it stands in {', '.join(positions[:_NAMED])}{more}"


def _document(use: Use) -> dict[str, Any]:
    made = asdict(use)
    made["at"] = str(use.at)
    return made


def _lines(use: Use) -> list[str]:
    rule = f" ({use.rule})" if use.rule else ""
    lines = [f"{use.at}  {use.text}  {use.status.replace('_', ' ')}{rule}"]
    for place in use.sources:
        marks = [name for name in ("earliest", "nearest") if getattr(place, name)]
        lines.append(f"    also appears in {place.position}  {place.kind}  {' '.join(marks)}".rstrip())
    if use.count > len(use.sources):
        lines.append(f"    and in {use.count - len(use.sources):,} more places")
    return lines
