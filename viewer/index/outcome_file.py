"""Reads a file of outcomes that were judged elsewhere: CSV, JSON lines, a JSON list, or a report of SWE-bench."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viewer.errors import RunFileError
from viewer.model.run import Outcome

_RUN_NAMES = ("run", "run_id", "key", "trajectory_id")
_TASK_NAMES = ("task", "task_id", "instance_id")
_OUTCOME_NAMES = ("outcome", "resolved", "success", "passed", "pass", "reward", "score", "verdict")
_WORDS: dict[str, Outcome] = {
    **dict.fromkeys(("success", "true", "yes", "pass", "passed", "resolved", "1", "1.0"), "success"),
    **dict.fromkeys(("failure", "false", "no", "fail", "failed", "unresolved", "0", "0.0"), "failure"),
    **dict.fromkeys(("", "unknown", "none", "null", "n/a"), "unknown"),
}
_NOT_RESOLVED = ("unresolved_ids", "error_ids", "empty_patch_ids")


@dataclass(frozen=True)
class GivenOutcomes:
    """Outcomes by what names their run."""

    by: str
    """`run`, `task`, or the name of an attribute."""
    outcomes: dict[str, Outcome]
    twice: tuple[str, ...] = ()
    """Names that stand in the file with different outcomes; they count for no run."""


def read_outcomes(path: str | Path, by: str | None = None) -> GivenOutcomes:
    """The outcomes of a file.

    Args:
        by: the column that names runs: `run`, `task`, or an attribute of that name; without it, it is looked for.

    Raises:
        RunFileError: the file cannot be read as outcomes, with the line.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a file of outcomes") from error
    except UnicodeDecodeError as error:
        raise RunFileError(str(path), "is no UTF-8 text: outcomes are CSV, JSON lines or a SWE-bench report") from error
    document = _json(text)
    if isinstance(document, dict) and (report := _report(document)) is not None:
        return GivenOutcomes(by or "task", report)
    return _of_rows(str(path), _rows(str(path), text, document), by)


def _json(text: str) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None  # several lines, each an object, or no JSON at all


def _report(document: dict[str, Any]) -> dict[str, Outcome] | None:
    """A report of SWE-bench: lists of instance ids, or one object an instance with `resolved`."""
    resolved = document.get("resolved_ids", document.get("resolved"))
    if isinstance(resolved, list):
        failed = [one for name in _NOT_RESOLVED if isinstance(document.get(name), list) for one in document[name]]
        if "unresolved_ids" not in document:
            tried = document.get("submitted_ids", document.get("completed_ids"))
            failed += tried if isinstance(tried, list) else []
        found: dict[str, Outcome] = {one: "failure" for one in failed if isinstance(one, str)}
        found.update((one, "success") for one in resolved if isinstance(one, str))
        return found
    of_instance = {
        name: value["resolved"]
        for name, value in document.items()
        if isinstance(value, dict) and isinstance(value.get("resolved"), bool)
    }
    if of_instance and len(of_instance) == len(document):
        return {name: "success" if is_resolved else "failure" for name, is_resolved in of_instance.items()}
    return None


def _rows(path: str, text: str, document: Any) -> Iterable[tuple[int, dict[str, Any]]]:
    """Line and values of each entry."""
    if isinstance(document, list):
        if not all(isinstance(one, dict) for one in document):
            raise RunFileError(path, "is a JSON list that holds more than objects: each entry names a run")
        return list(enumerate(document, 1))
    if text.lstrip().startswith("{"):
        return list(_lines(path, text))
    table = csv.DictReader(io.StringIO(text, newline=""))
    try:
        return [(table.line_num, dict(row)) for row in table]
    except csv.Error as error:
        raise RunFileError(f"{path}:{table.line_num}", f"is no CSV: {error}") from error


def _lines(path: str, text: str) -> Iterable[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RunFileError(f"{path}:{number}", "is no JSON") from error
        if not isinstance(value, dict):
            raise RunFileError(f"{path}:{number}", "is no JSON object")
        yield number, value


def _of_rows(path: str, rows: Iterable[tuple[int, dict[str, Any]]], by: str | None) -> GivenOutcomes:
    listed = list(rows)
    names = list(dict.fromkeys(name for _, row in listed[:100] for name in row if isinstance(name, str)))
    outcome = next((name for name in _OUTCOME_NAMES if name in names), None)
    found = _column(names, by, outcome)
    if outcome is None or found is None:
        has = ", ".join(names[:12]) or "none"
        raise RunFileError(
            path,
            f"names no run or no outcome: it needs a column {' or '.join(_RUN_NAMES[:2])} or {_TASK_NAMES[0]}, and one "
            f"of {', '.join(_OUTCOME_NAMES[:4])}; it has {has}",
        )
    column, kind = found
    made: dict[str, Outcome] = {}
    twice: dict[str, None] = {}
    for line, row in listed:
        name, value = row.get(column), _outcome(path, line, row.get(outcome))
        if name is None or name == "":
            continue
        key = _text(name)
        if made.setdefault(key, value) != value:
            twice[key] = None
    for key in twice:
        del made[key]
    return GivenOutcomes(kind, made, tuple(twice))


def _column(names: list[str], by: str | None, outcome: str | None) -> tuple[str, str] | None:
    """The column that names runs, and what kind of name it is."""
    for kind, known in (("run", _RUN_NAMES), ("task", _TASK_NAMES)):
        if by in (None, kind):
            for name in known:
                if name in names:
                    return name, kind
    if by is not None:
        return (by, by) if by in names else None
    left = [name for name in names if name != outcome]
    return (left[0], left[0]) if len(left) == 1 else None


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else json.dumps(value)


def _outcome(path: str, line: int, value: Any) -> Outcome:
    word = "" if value is None else str(value).strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    try:
        number = float(word)
    except ValueError:
        reason = f"{str(value)[:40]!r} is no outcome: success, failure, true, false or a reward"
        raise RunFileError(f"{path}:{line}", reason) from None
    return "success" if number >= 1 else "failure"
