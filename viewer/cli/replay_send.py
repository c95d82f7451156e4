"""`replay send`: samples of a bundle from a configured endpoint, appended to a results file."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from viewer.cli.output import CannotDo, whole_line, write_json, write_lines
from viewer.replay.bundle import Bundle, read_bundle
from viewer.replay.compare_runs import write_runs
from viewer.replay.send import Progress, Sent, send
from viewer.replay.send_cost import CostBefore, dollars_text, spent
from viewer.replay.send_endpoints import CannotSend, Endpoint, read_endpoints, user_file
from viewer.replay.send_plan import Plan, SendOptions, plan
from viewer.replay.send_results import read_results

_FILE = click.Path(dir_okay=False, path_type=Path)
_COUNT = click.IntRange(min=1)


@click.command("send")
@click.argument("bundle", type=_FILE)
@click.option("--samples", type=_COUNT, default=10, show_default=True, help="In each arm.")
@click.option("--endpoint", "name", help="A configured endpoint; not needed where one fits.")
@click.option("--endpoints", "file", type=_FILE, help="A TOML file of endpoints, instead of the user's.")
@click.option("--results", type=_FILE, help="Where samples are appended; BUNDLE.results.jsonl by default.")
@click.option("--control/--no-control", default=True, show_default=True, help="Sample the unswapped request as well.")
@click.option("--concurrency", type=_COUNT, default=4, show_default=True, help="Requests under way at once.")
@click.option("--max-steps", type=_COUNT, default=8, show_default=True, help="Requests that a sample may take.")
@click.option("--max-cost", type=click.FloatRange(min=0), help="Dollars that the results file may cost in all.")
@click.option("--allow-server-tool", "allowed", multiple=True, help="A provider-run tool that may act in the world.")
@click.option("--model", help="Another model than the bundle's, in both arms.")
@click.option("--max-tokens", type=_COUNT, help="Another limit of a reply than the bundle's, in both arms.")
@click.option("--retries", type=click.IntRange(min=0), default=2, show_default=True, help="Further tries of a request.")
@click.option("--timeout", type=click.FloatRange(min=0.1), default=600, show_default=True, help="Seconds of silence.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent and what it may cost; send nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before sending.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; progress goes to stderr.")
def send_command(
    bundle: Path,
    samples: int,
    name: str | None,
    file: Path | None,
    results: Path | None,
    control: bool,
    concurrency: int,
    max_steps: int,
    max_cost: float | None,
    allowed: tuple[str, ...],
    model: str | None,
    max_tokens: int | None,
    retries: int,
    timeout: float,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Send a bundle: samples of the swapped request and, as the control, of the request as it was.

    Tools are never called: what the run recorded answers the same calls again. Samples are appended one by one, and
    the same command goes on where it stopped.
    """
    options = SendOptions(
        samples,
        control,
        concurrency,
        max_steps,
        None if max_cost is None else Decimal(str(max_cost)),
        frozenset(allowed),
        model,
        max_tokens,
        retries,
        timeout,
    )
    target = results or results_path(bundle)
    try:
        found = read_bundle(bundle)
        made = plan(found, chosen_endpoint(found, file, name), options, read_results(target))
        if dry_run:
            _write_plan(made, target, as_json)
            return
        for line in _cost_lines(made):
            click.echo(whole_line(line), err=True)
        if made.todo and not (yes or as_json) and sys.stdin.isatty():
            click.confirm("Send?", abort=True, err=True)
        with _interruptible() as is_stopped:
            done = send(made, target, _show_progress, is_stopped)
    except CannotSend as error:
        raise CannotDo(str(error)) from error
    _finish(made, done, target, as_json)


def results_path(bundle: Path) -> Path:
    """Where the samples of a bundle are kept when nothing else is said."""
    return bundle.with_name(f"{bundle.stem}.results.jsonl")


def runs_path(results: Path) -> Path:
    """Where the replayed runs of a results file are kept."""
    return results.with_name(f"{results.name.removesuffix('.jsonl').removesuffix('.results')}.runs.jsonl")


def chosen_endpoint(bundle: Bundle, file: Path | None, name: str | None) -> Endpoint:
    """The endpoint of that name, or the only one that takes the bundle.

    Raises:
        CannotSend: there is none, or none is named and several fit.
    """
    path = file or user_file()
    if file is None and not path.exists():
        raise CannotSend(f"no endpoint is configured: write {path}, or name a file with --endpoints")
    found = read_endpoints(path)
    if name is not None:
        if name not in found:
            raise CannotSend(f"{path} has no endpoint {name!r}; it has {', '.join(found) or 'none'}")
        return found[name]
    fitting = [one for one in found.values() if one.protocol == bundle.api]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise CannotSend(f"{path} has no endpoint of protocol {bundle.api}")
    raise CannotSend(f"{len(fitting)} endpoints fit: choose one with --endpoint {fitting[0].name}")


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """The first interrupt lets requests under way end; a second one ends at once."""
    asked = False

    def stop(*_: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        click.echo("stopping after the requests under way; interrupt again to stop at once", err=True)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


def _show_progress(one: Progress) -> None:
    line = one.line
    told = f"{line.arm} {line.sample}: " + (line.stop.replace("_", " ") if line.kind == "sample" else line.text)
    if line.kind == "sample" and line.live_calls:
        told += ": " + ", ".join(call.tool for call in line.live_calls)
    click.echo(whole_line(f"[{one.finished + one.failed}/{one.all}] {told}"), err=True)


def _cost_lines(made: Plan) -> list[str]:
    cost = made.cost
    arms = " and ".join(made.requests)
    return [
        f"endpoint {made.endpoint.name} ({made.endpoint.base_url}), model {made.head.model}: "
        f"{len(made.todo):,} samples ({arms}), {made.done:,} done before",
        f"at least {cost.requests:,} requests of about {cost.input_tokens:,} tokens, at most {cost.most_requests:,}",
        _cost_line(cost),
    ]


def _cost_line(cost: CostBefore) -> str:
    if cost.dollars is None:
        return "cost: not known, no price of this model is"
    most = "no limit of a reply is set" if cost.most_dollars is None else f"at most {dollars_text(cost.most_dollars)}"
    return f"cost: about {dollars_text(cost.dollars)} for one step each, {most}; by {cost.priced_as}"


def _write_plan(made: Plan, target: Path, as_json: bool) -> None:
    if as_json:
        write_json({"results": str(target), **plan_facts(made)})
    else:
        write_lines(_cost_lines(made))


def plan_facts(made: Plan) -> dict[str, Any]:
    """A plan as `--json` prints it."""
    cost = made.cost
    return {
        "endpoint": made.endpoint.name,
        "base_url": made.endpoint.base_url,
        "model": made.head.model,
        "arms": list(made.requests),
        "samples_to_take": len(made.todo),
        "samples_done": made.done,
        "requests": cost.requests,
        "most_requests": cost.most_requests,
        "input_tokens": cost.input_tokens,
        "dollars": None if cost.dollars is None else float(cost.dollars),
        "most_dollars": None if cost.most_dollars is None else float(cost.most_dollars),
        "priced_as": cost.priced_as,
    }


def _finish(made: Plan, done: Sent, target: Path, as_json: bool) -> None:
    results = read_results(target)
    assert results is not None  # `send` has written its first line
    runs = runs_path(target)
    written = write_runs(made.bundle, results, runs)
    dollars, without = spent(made.endpoint, made.head.model, results.steps())
    priced = len(results.steps()) - without
    cost = dollars_text(dollars) if priced else "not known"
    if as_json:
        write_json(
            {
                "results": str(target),
                "runs": str(runs) if written else None,
                "finished": done.finished,
                "failed": done.failed,
                "left": done.left,
                "stopped_because": done.why,
                "torn_line": None if done.torn is None else str(done.torn),
                "dollars": float(dollars) if priced else None,
                "replies_without_price": without,
                **{name: value for name, value in plan_facts(made).items() if name in ("endpoint", "model", "arms")},
            }
        )
    else:
        write_lines(
            [
                f"{target}: {done.finished:,} samples were added, {done.left:,} are left",
                *([f"{runs}: {written:,} replayed runs, to be opened like any other"] if written else []),
                *([f"a torn last line of an earlier call was put into {done.torn}"] if done.torn else []),
                f"cost so far: {cost}" + (f", {without:,} replies have no price" if priced and without else ""),
            ]
        )
    if done.left:
        why = done.why or f"{done.failed:,} samples failed"
        raise CannotDo(f"{done.left:,} samples are left ({why}): the same command goes on")
