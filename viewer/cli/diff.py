"""`diff`: two runs compared step by step, request fields first."""

from collections.abc import Iterator
from dataclasses import asdict

import click

from viewer.analysis.align import Step
from viewer.analysis.compare import Comparison, compare
from viewer.cli.address import run_at
from viewer.cli.output import write_json, write_lines
from viewer.masking import masked

_MARKS = {"same": " ", "arguments": "~", "changed": "≠", "removed": "-", "added": "+"}


@click.command()
@click.argument("left")
@click.argument("right")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--reveal", is_flag=True, help="Show values that look like credentials.")
def diff(left: str, right: str, as_json: bool, reveal: bool) -> None:
    """Compare two runs: where they part first, which calls and arguments changed, tokens side by side."""
    found = compare(run_at(left), run_at(right))
    if as_json:
        write_json(asdict(found))
        return
    write_lines(line if reveal else masked(line).text for line in _lines(found))


def _lines(found: Comparison) -> Iterator[str]:
    for field in found.fields:
        yield f"{field.name}: {field.left.status} | {field.right.status}: not the same"
    yield found.sentence
    for number, row in enumerate(found.rows):
        tokens = f"{_count(row.left_tokens)} | {_count(row.right_tokens)}"
        first = "  ← first difference" if number == found.first_divergence else ""
        yield f"{_MARKS[row.change]} {_step(row.left)} | {_step(row.right)}   tokens {tokens}{first}"
        for change in row.arguments:
            yield f"    {change.tool}.{change.path}: {change.before!r} → {change.after!r}"
        for result in row.results:
            yield f"    other result of {result.tool}: {result.left or '—'} | {result.right or '—'}"


def _step(step: Step | None) -> str:
    if step is None:
        return "—"
    calls = " ∥ ".join(call.name for call in step.calls) or "no call"
    return f"[{step.message_index}] {calls}"


def _count(tokens: int | None) -> str:
    return "—" if tokens is None else f"{tokens:,}"
