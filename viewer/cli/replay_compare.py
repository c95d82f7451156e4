"""`replay compare`: the samples of a bundle against the control and the original."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from viewer.cli.output import CannotDo, write_json, write_lines
from viewer.cli.replay_send import results_path
from viewer.masking import masked
from viewer.replay.bundle import read_bundle
from viewer.replay.check import check_bundle
from viewer.replay.compare import Question, ReplayComparison, compare_replay, figures
from viewer.replay.compare_runs import write_runs
from viewer.replay.compare_samples import SampleFacts, StepFacts
from viewer.replay.compare_shares import percent
from viewer.replay.send_plan import bundle_hash
from viewer.replay.send_results import read_results

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("compare")
@click.argument("bundle", type=_FILE)
@click.option("--results", type=_FILE, help="The samples; BUNDLE.results.jsonl by default.")
@click.option("--asked-for", "tool", help="Count samples that asked for this tool, at any step.")
@click.option("--without", multiple=True, help="… and for none of these before it.")
@click.option("--runs", type=_FILE, help="Write the replayed runs there, to be opened like any other.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--reveal", is_flag=True, help="Show values that look like credentials.")
def compare_command(
    bundle: Path,
    results: Path | None,
    tool: str | None,
    without: tuple[str, ...],
    runs: Path | None,
    as_json: bool,
    reveal: bool,
) -> None:
    """Compare swapped samples with unswapped ones and with the original."""
    if without and tool is None:
        raise CannotDo("--without needs --asked-for: which tool is counted?")
    found = read_bundle(bundle)
    path = results or results_path(bundle)
    held = read_results(path)
    if held is None or not held.samples:
        raise CannotDo(f"{path} holds no samples yet: take some with replay send")
    if held.head.bundle != bundle_hash(found):
        raise CannotDo(f"{path} holds samples of another bundle")
    wrong = [one for one in check_bundle(found) if one.severity == "error"]
    if wrong:
        raise CannotDo(f"the bundle does not pass its check: {wrong[0].text}")
    question = None if tool is None else Question(tool, without=without)
    made = compare_replay(found, held, question)
    if runs is not None and not write_runs(found, held, runs):
        raise CannotDo(f"{runs} was not written: so many copies of so large a request are too much")
    if as_json:
        write_json(_document(made))
    else:
        write_lines(line if reveal else masked(line).text for line in _lines(made))


def _document(made: ReplayComparison) -> dict[str, object]:
    document = asdict(made)
    for sample in document["samples"]:
        rows = sample.pop("alignment")
        sample["changes"] = [row["change"] for row in rows["rows"]]
        sample["first_divergence"] = rows["first_divergence"]
        sample["live_calls"] = [call.model_dump() for call in sample["live_calls"]]
    return document


def _lines(made: ReplayComparison) -> Iterator[str]:
    yield made.sentence
    yield f"{figures(made.question)}; {made.intervals}"
    if made.question.original is not None:
        yield f"the original {'did' if made.question.original else 'did not'}"
    yield made.control_sentence
    answered = ", ".join(made.models_answered) or "not told"
    told = f"endpoint {made.endpoint}, model {made.model} (answered by {answered})"
    yield f"{told}, {made.swapped.n} swapped and {made.control.n} unswapped samples"
    for name, arm in (("swapped", made.swapped), ("unswapped", made.control)):
        if arm.n:
            yield (
                f"{name}: same tools as the original {percent(arm.same_tools)}, "
                f"same arguments {percent(arm.same_arguments)}, same path {percent(arm.same_path)}"
            )
    yield f"original: {_path(made.original)}"
    for sample in made.samples:
        yield _sample_line(sample)
    yield from (f"note: {note}" for note in made.notes)


def _path(steps: tuple[StepFacts, ...]) -> str:
    return " → ".join(" ∥ ".join(step.tools) or "words" for step in steps) or "nothing"


def _sample_line(one: SampleFacts) -> str:
    like = "" if one.likeness is None else f", words {one.likeness:.0%} alike".replace("%", " %")
    parts = f"{one.other_steps} of {one.compared_steps} steps differ" if one.compared_steps else "nothing to compare"
    name = "unswapped" if one.arm == "control" else "swapped"
    live = f" ({', '.join(call.tool for call in one.live_calls)})" if one.live_calls else ""
    return f"{name} {one.sample}: {_path(one.steps)}; {one.stop.replace('_', ' ')}{live}; {parts}{like}"
