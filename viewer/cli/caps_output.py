"""What `caps` writes: the object of a group as `schemas/caps.json` has it, or some lines of text."""

from typing import Any

from viewer.analysis.caps.money import MoneyTable
from viewer.analysis.caps.periods import Difference
from viewer.analysis.caps.table import CapTable
from viewer.cli.output import write_json, write_lines
from viewer.counted import counted
from viewer.index.capped_rows import Capped


def as_object(table: CapTable, found: Capped) -> dict[str, Any]:
    """The object of one group, as contracts and schema have it."""
    return {
        "group": table.group,
        "unit": table.unit,
        "n": table.n,
        "tasks": table.tasks,
        "censored": table.censored,
        "open": table.open,
        "never_started": found.never_started,
        "weighted": table.weighted,
        "n_effective": round(table.n_effective, 1),
        "quantiles": {
            name: {"value": one.value, "low": one.low, "high": one.high} for name, one in table.quantiles.items()
        },
        "caps": [
            {
                "cap": one.cap,
                "runs_cut": one.runs_cut,
                "successes_cut": one.successes_cut,
                "observed_share": one.observed_share,
                "bounds": None if one.bounds is None else list(one.bounds),
                "interval": None if one.interval is None else list(one.interval),
                "steps_saved": one.steps_saved,
                "input_tokens_saved": one.input_tokens_saved,
            }
            for one in table.caps
        ],
        "recommended": _recommended(table),
        "notes": list(table.notes),
    }


def _recommended(table: CapTable) -> dict[str, Any]:
    one = table.recommended
    return {
        "cap": one.cap,
        "loss": one.loss,
        "rule": one.rule,
        "needed_tasks": one.needed_tasks,
        "sentence": one.sentence,
    }


def write_table(table: CapTable, found: Capped, as_json: bool) -> None:
    """The table of one group."""
    if as_json:
        write_json(as_object(table, found))
        return
    quantiles = "  ".join(
        f"{name} {'not reached' if one.value is None else one.value} "
        f"({'—' if one.low is None else one.low} to {'—' if one.high is None else one.high})"
        for name, one in table.quantiles.items()
    )
    write_lines([*_head(table, found), f"  requests a {table.unit}: {quantiles}", f"  {table.recommended.sentence}"])
    write_lines(f"  note: {note}" for note in table.notes)


def _head(table: CapTable, found: Capped) -> list[str]:
    tasks = "" if table.tasks is None else f" of {counted(table.tasks, 'task')}"
    words = f"{table.group}: {counted(table.n, 'run')}{tasks}, {table.censored:,} censored, {table.open:,} open"
    if found.never_started:
        words += f", {found.never_started:,} never started"
    if table.weighted:
        words += f", weighted: they carry as much as {table.n_effective:,.0f}"
    return [words]


def write_money(name: str, found: Capped, priced: MoneyTable | None, as_json: bool) -> None:
    """The table of one group on the axis of money."""
    if priced is None:
        if as_json:
            write_json({"group": name, "unit": "money", "n": 0, "without_cost": len(found.runs), "caps": []})
        else:
            write_lines([f"{name}: none of its {len(found.runs):,} runs states its cost"])
        return
    table = priced.table
    if not as_json:
        amounts = "  ".join(
            f"{label} {'not reached' if (value := priced.amount(one)[0]) is None else f'${value:,.4g}'}"
            for label, one in table.quantiles.items()
        )
        write_lines([*_head(table, found), f"  dollars a run: {amounts}", f"  {priced.sentence}"])
        return
    made = as_object(table, found)
    made["unit"], made["without_cost"] = "money", priced.without
    for label, one in table.quantiles.items():
        made["quantiles"][label] = dict(zip(("value", "low", "high"), priced.amount(one), strict=True))
    for row, dollars, saved in zip(made["caps"], priced.dollars, priced.saved, strict=True):
        del row["steps_saved"], row["input_tokens_saved"]
        row["cap"], row["dollars_saved"] = dollars, saved
    place = made["recommended"]["cap"]
    made["recommended"]["cap"] = None if place is None else priced.dollars[place - 1]
    made["recommended"]["sentence"] = priced.sentence
    write_json(made)


def write_difference(found: Difference, versus: tuple[str, str], as_json: bool) -> None:
    """The effect with its interval first, then the test."""
    if not as_json:
        write_lines([found.sentence, *(f"  note: {note}" for note in found.notes)])
        return
    write_json(
        {
            "first": versus[0],
            "second": versus[1],
            "effect": found.effect,
            "interval": [found.low, found.high],
            "tasks": found.tasks,
            "paired": found.paired,
            "p": found.p,
            "method": found.method,
            "sentence": found.sentence,
            "notes": list(found.notes),
        }
    )
