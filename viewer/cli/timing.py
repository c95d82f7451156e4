"""`timing`: the loop's log joined to the run by call id."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import click

from viewer.analysis.logs import CallTiming, LogJoin, join
from viewer.cli.address import run_at
from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.log_file import FIELDS, read_log


@click.command()
@click.argument("run")
@click.option("--log", metavar="FILE", required=True, help="JSON lines or CSV: call id, start, end, attempt, outcome.")
@click.option("--field", "fields", multiple=True, metavar="OURS=THEIRS", help="A field's name in this log.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines, one a call, then what matched nothing.")
def timing(run: str, log: str, fields: tuple[str, ...], as_json: bool) -> None:
    """Join a dispatch log to a run: durations, overlap, retries, and what matches nothing on either side."""
    names: dict[str, str] = {}
    for pair in fields:
        ours, _, theirs = pair.partition("=")
        if ours not in FIELDS or not theirs:
            raise CannotDo(f"--field {pair}: write one of {', '.join(FIELDS)}, then = and the name in the log")
        names[ours] = theirs
    lines, unread = read_log(log, names)
    joined = join(run_at(run), lines)
    if as_json:
        for call in joined.calls:
            write_json(_call(call))
        write_json({"unmatched_lines": [line.line for line in joined.unmatched_lines], "unread": unread})
        return
    write_lines([*_lines(joined), *(f"not read: {sentence}" for sentence in unread)])


def _call(call: CallTiming) -> dict[str, Any]:
    return {
        "message_index": call.message_index,
        "block": call.block,
        "tool_use_id": call.tool_use_id,
        "tool": call.tool,
        "attempts": call.attempts,
        "results": call.results,
        "start": _iso(call.start),
        "end": _iso(call.end),
        "seconds": call.seconds,
        "outcomes": [line.outcome for line in call.lines],
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _lines(joined: LogJoin) -> Iterator[str]:
    for call in joined.calls:
        seconds = "—" if call.seconds is None else f"{call.seconds:,.3f} s"
        retries = f"  {call.attempts} attempts in the log, {call.results} result in the list" * (call.attempts > 1)
        missing = "" if call.lines else "  not in the log"
        yield f"[{call.message_index}].{call.block}  {call.tool}  {call.tool_use_id}  {seconds}{retries}{missing}"
    for group in joined.together:
        words = {True: "ran in parallel", False: "ran one after the other", None: "overlap unknown: times are missing"}
        gap = group.finish_gap_seconds
        finished = "" if gap is None else f", finished {gap * 1000:,.0f} ms apart"
        yield f"[{group.message_index}]  {len(group.calls)} calls issued together: {words[group.overlap]}{finished}"
    for line in joined.unmatched_lines:
        yield f"log line {line.line}: call {line.call_id or '(no id)'} is not in the run"
