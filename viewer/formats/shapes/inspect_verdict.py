"""How a sample of an Inspect log ended and what the log states of it: limits, errors, scores, totals."""

from typing import Any

from viewer.formats.build import RunBuilder
from viewer.formats.shapes.head import ending_by_messages
from viewer.formats.shapes.inspect_events import ModelEvents, usage
from viewer.formats.shapes.inspect_samples import Sample
from viewer.model.run import CutBy, Ending, Outcome, Stated
from viewer.model.usage import total

_CUTS: dict[str, tuple[CutBy | None, str]] = {
    "message": ("steps", "messages"),
    "turn": ("steps", "requests"),
    "token": ("tokens", "tokens"),
    "context": ("tokens", "tokens"),
    "time": ("time", "seconds"),
    "working": ("time", "seconds"),
    "cost": ("money", "US dollars"),
    "operator": ("abort", "interventions"),
}
"""A limit's type -> what cut the run, and what the limit counts."""
_VERDICTS: dict[str, Outcome] = {
    "C": "success", "yes": "success", "true": "success", "correct": "success",
    "I": "failure", "N": "failure", "no": "failure", "false": "failure", "incorrect": "failure",
}  # fmt: skip
_LOG_FIELDS = ("eval_set_id", "eval_id", "run_id", "task_id", "task_version", "created", "tags")
_MEASURES = ("total_time", "working_time", "turn_count")
_SHORT = 200
"""Characters of a sample's metadata that are taken over as an attribute; longer ones stay in the source."""


def seconds(value: Any) -> float | None:
    """A number as it is, None for anything else."""
    return float(value) if type(value) in (int, float) else None


def _scores(sample: dict[str, Any]) -> dict[str, Any]:
    """By scorer; the oldest logs have one without a name."""
    scores = sample.get("scores")
    if type(scores) is dict:
        return scores
    return {"score": sample["score"]} if type(sample.get("score")) is dict else {}


def outcome(sample: dict[str, Any], head: dict[str, Any]) -> Outcome:
    """By the log's headline scorer, else the first: C, yes, true, 1 or more; I, N, no, false, 0 or less."""
    scores = _scores(sample)
    results = head.get("results")
    headline = results.get("headline") if type(results) is dict else None
    scorer = headline.get("scorer") if type(headline) is dict else None
    score = scores[scorer] if type(scorer) is str and scorer in scores else next(iter(scores.values()), None)
    value = score.get("value") if type(score) is dict else None
    if type(value) is str:
        return _VERDICTS.get(value) or _VERDICTS.get(value.lower(), "unknown")
    if isinstance(value, int | float):
        return "success" if value >= 1 else "failure" if value <= 0 else "unknown"
    return "unknown"


def exit_status(sample: dict[str, Any]) -> str | None:
    """The kind of limit that the sample ran into, or that it broke off."""
    limit = sample.get("limit")
    if type(limit) is dict and type(limit.get("type")) is str:
        return f"{limit['type']} limit"
    return "error" if sample.get("error") is not None else None


def ending(sample: Sample, head: dict[str, Any], builder: RunBuilder) -> Ending:
    """By limit, error, score, in this order: a cut run may be scored all the same."""
    value = sample.value
    if sample.is_cut:
        return Ending("unknown", "the file ends inside this sample")
    limit = value.get("limit")
    if type(limit) is dict:
        cut_by, unit = _CUTS.get(str(limit.get("type")), (None, "of its own kind"))
        cap = seconds(limit.get("limit"))
        rule = f"`limit` of the sample: {limit.get('type')}"
        return Ending("censored", rule, cut_by, cap, unit if cap is not None else None)
    if value.get("error") is not None:
        return Ending("censored", "`error` of the sample: it broke off", "crash")
    verdict = outcome(value, head)
    if verdict != "unknown":
        return Ending(verdict, "the sample's score")
    if _scores(value):
        return Ending("unknown", "the sample's score is neither right nor wrong")
    return ending_by_messages(builder)


def attributes(sample: dict[str, Any], head: dict[str, Any], spec: dict[str, Any]) -> dict[str, Any]:
    """Ids of log and sample, and what is short of the sample's metadata."""
    made = {key: spec[key] for key in _LOG_FIELDS if spec.get(key) not in (None, [])}
    made["log_status"] = head.get("status")
    for key in ("id", "epoch", "uuid", "target"):
        if type(sample.get(key)) in (str, int):
            made["sample_id" if key == "id" else key] = sample[key]
    metadata = sample.get("metadata")
    for key, value in metadata.items() if type(metadata) is dict else ():
        if type(value) in (bool, int, float) or (type(value) is str and len(value) <= _SHORT):
            made[f"metadata.{key}"] = value
    return made


def stated(sample: dict[str, Any], events: ModelEvents) -> Stated:
    """The sample's totals over all models, with times and scores."""
    by_model = sample.get("model_usage")
    usages = by_model.values() if type(by_model) is dict else ()
    counted = [made for one in usages if type(one) is dict and (made := usage(one, events.cache_is_extra)) is not None]
    metrics: dict[str, Any] = {key: sample[key] for key in _MEASURES if key in sample}
    scores = {name: score.get("value") for name, score in _scores(sample).items() if type(score) is dict}
    return Stated(
        "run",
        "`model_usage` of the sample: all its models, a scorer's too",
        total(counted) if counted else None,
        metrics={**metrics, "scores": scores} if scores else metrics,
    )


def notes_on(sample: dict[str, Any], events: ModelEvents) -> tuple[str, ...]:
    """Sentences on what the message list does not hold."""
    notes: list[str] = []
    of_scorers, others = events.left()
    if of_scorers:
        notes.append(
            f"{of_scorers} replies of a scorer's model stand in the events only: they are no steps of the agent"
        )
    if others:
        notes.append(f"{others} replies stand in the events only: of a sub-agent, or taken out of the list later")
    if events.submitted is not None:
        notes.append(f"the call of {events.submitted} was taken out of the last reply, whose text is the answer")
    retried = sample.get("error_retries")
    for error in retried if type(retried) is list else ():
        said = error.get("message") if type(error) is dict else error
        notes.append(f"an earlier attempt at this sample failed and was thrown away: {str(said)[:_SHORT]}")
    return tuple(notes)
