"""One request: what it held, how it differs from the one before, and its JSON for an API."""

from viewer.analysis.requests import FIELD_NAMES, RequestView
from viewer.counted import counted
from viewer.model.usage import prompt_tokens
from viewer.ui import run_request_json
from viewer.ui.components import kit
from viewer.ui.detail_facts import change_segments, visible_status
from viewer.ui.field_lines import FIELD_WORDS, change_segments_of, field_segments
from viewer.ui.run_facts import RunFacts
from viewer.ui.run_head import act_for, open_for
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, code, link, prose, quiet, spans, status, strong

_KEY = "request_lines"
_STATUS_RULES = {
    "recorded": "The file stores the list that the request held, or names its range.",
    "derived": "The file stores no list of its own for the request; a stated rule gives it.",
    "unknown": "What the request held cannot be told from this file.",
}


def overview_rows(facts: RunFacts) -> list[Row]:
    """How many of the requests are told by the file, and which fields of them it stores."""
    views = facts.views
    counts: dict[str, int] = {}
    for view in views:
        counts[view.context.status] = counts.get(view.context.status, 0) + 1
    told: list[Segment] = []
    for word, count in counts.items():
        told += ([quiet(" · ")] if told else []) + [status(f"{count:,} {word}", _STATUS_RULES[word])]
    fields: list[Segment] = []
    for name in FIELD_NAMES:
        stored = sum(1 for view in views if getattr(view.fields, name).status == "recorded")
        fields += ([quiet(" · ")] if fields else []) + [
            f"{FIELD_WORDS[name]} ",
            quiet("not stored" if stored == 0 else f"on {stored:,} of {len(views):,}"),
        ]
    return [("what was sent", told), ("outside the list", fields)]


def draw(facts: RunFacts, view: RequestView) -> None:
    """The panel of one request."""
    title = f"request {view.request.k:,}, which [{view.request.message_index}] answers"
    kit.draw(
        "lines",
        {"title": title, "rows": request_rows(facts, view)},
        key=_KEY,
        on_act_change=act_for(_KEY),
        on_open_change=open_for(_KEY),
    )
    run_request_json.draw(facts, view.request.k)


def request_rows(facts: RunFacts, view: RequestView) -> list[Row]:
    """Sent, the difference, the fields by status, the answer."""
    context, request = view.context, view.request
    sent: list[Segment] = spans(context.ranges) or ["—"]
    sent = [*sent, " ", visible_status(context)]
    if context.reason and context.status != "unknown":
        sent += [" ", *prose(context.reason)]
    rows: list[Row] = [("messages", sent), ("since", _difference(facts, view))]
    rows += [(FIELD_WORDS[name], field_segments(name, getattr(view.fields, name))) for name in FIELD_NAMES]
    rows += [("changed", change_segments_of(change)) for change in view.changed]
    stop: list[Segment] = [code(request.stop_reason)] if request.stop_reason else ["—", quiet(" not recorded")]
    if request.stop_reason_recorded and request.stop_reason_recorded != request.stop_reason:
        stop += [quiet(" in the file: "), code(request.stop_reason_recorded)]
    rows.append(("answer", [link(request.message_index), quiet(" stop_reason "), *stop]))
    rows.append(("tokens", _tokens(facts, view)))
    if request.model:
        rows.append(("model", [code(request.model)]))
    if request.seconds is not None or request.attempts:
        took = "" if request.seconds is None else f"{request.seconds:,.2f} s "
        rows.append(("took", [took, quiet(counted(request.attempts, "attempt") if request.attempts else "")]))
    return rows


def _difference(facts: RunFacts, view: RequestView) -> list[Segment]:
    if view.request.k == facts.views[0].request.k:
        return [quiet("the first request of the run")]
    if not view.comparable:
        return [quiet("not known: what this or the request before held is unknown")]
    line: list[Segment] = [quiet(f"request {view.request.k - 1:,}: ")]
    line += [strong("added "), *spans(view.added)] if view.added else [quiet("no message came in")]
    if view.removed:
        line += [quiet(" · "), strong("no longer held "), *spans(view.removed)]
    if not view.changed:
        line.append(quiet(" · request fields as before, as far as they are stored"))
    return line


def _tokens(facts: RunFacts, view: RequestView) -> list[Segment]:
    usage = view.request.usage
    size = prompt_tokens(usage)
    line: list[Segment] = [
        f"in {'—' if size is None else f'{size:,}'} ",
        status("not recorded" if size is None else "recorded", "As the file says; nothing is put in its place."),
    ]
    if usage is not None:
        parts = (
            ("at the full rate", usage.input_tokens),
            ("read from the cache", usage.cache_read_input_tokens),
            ("written to it", usage.cache_creation_input_tokens),
        )
        line.append(quiet("".join(f" · {value:,} {word}" for word, value in parts if value is not None)))
        out = usage.output_tokens
        line.append(f" · out {'—' if out is None else f'{out:,}'}")
    change = facts.changes.get(view.request.k)
    return line if change is None else [*line, " · ", *change_segments(change)]
