"""The two runs of a comparison in lines: what each is, and their totals side by side."""

from viewer.analysis.compare import Comparison
from viewer.analysis.summary import main_model, summary
from viewer.model.hashes import run_key
from viewer.model.run import Run
from viewer.ui.compare_choice import Side
from viewer.ui.format_choice import parameters
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, button, code, page_link, quiet, strong


def side_rows(side: Side, run: Run) -> list[Row]:
    """A run in a line, with a link to its page and a button that changes it."""
    model = main_model(run)
    line: list[Segment] = [strong(run.label or run.run_id), " "]
    if run.label:
        line += [quiet("id "), code(run.run_id), " "]
    if model:
        line += [quiet("· "), code(model), " "]
    line += [quiet(f"· outcome {run.outcome} · ending {run.ending.kind} · "), code(run.source.name), " "]
    line += [page_link("open", run_key(run), parameters=parameters()), " ", button("change", side, "choose another")]
    if side == "right":
        line += [" ", button("swap", 0, "swap sides")]
    return [(side, line)]


def total_rows(left: Run, right: Run) -> list[Row]:
    """Counts and tokens of both, as recorded."""
    one, other = summary(left), summary(right)
    pairs: tuple[tuple[str, int | None, int | None], ...] = (
        ("steps", one.model_requests, other.model_requests),
        ("messages", len(left.messages), len(right.messages)),
        ("calls", one.tool_calls, other.tool_calls),
        ("failed results", one.error_results, other.error_results),
        ("input tokens", one.usage.input_tokens, other.usage.input_tokens),
        ("cache read", one.usage.cache_read_input_tokens, other.usage.cache_read_input_tokens),
        ("cache write", one.usage.cache_creation_input_tokens, other.usage.cache_creation_input_tokens),
        ("output tokens", one.usage.output_tokens, other.usage.output_tokens),
    )
    line: list[Segment] = []
    for name, first, second in pairs:
        if first is None and second is None:
            continue
        line += [quiet(" · "), f"{name} "] if line else [f"{name} "]
        line.append(
            strong(f"{_count(first)} | {_count(second)}") if first != second else quiet(f"{_count(first)} | same")
        )
    missing = one.requests_without_usage, other.requests_without_usage
    rows: list[Row] = [("left | right", line)]
    if any(missing):
        told = f"{missing[0]:,} | {missing[1]:,} requests record no usage, so sums are lower bounds there"
        rows.append(("", [quiet(told)]))
    return rows


def sentence_rows(found: Comparison) -> list[Row]:
    """Where the runs part first by what the model asked for, and by what it was answered."""
    rows: list[Row] = [("difference", [strong(found.sentence)])]
    for row in found.rows:
        if row.results:
            one = row.results[0]
            places = f"{one.left or 'none'} | {one.right or 'none'}"
            told: list[Segment] = [strong("first other result"), quiet(": the same call of "), code(one.tool)]
            rows.append(("results", [*told, quiet(f" was answered otherwise, {places}")]))
            break
    return rows


def _count(number: int | None) -> str:
    return "—" if number is None else f"{number:,}"
