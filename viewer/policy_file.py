"""Reads a policy file (TOML or YAML): what a reviewer declares about tools, limits and cases."""

import re
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from pydantic import AfterValidator, AliasChoices, Field, ValidationError

from viewer.analysis.policy import STOP_REASONS_ALLOWED, Policy
from viewer.errors import RunFileError
from viewer.record.normalise import DEFAULT_RULES, Rules
from viewer.written import Written, first_problem


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern} is no regular expression: {error}") from error
    return pattern


Pattern = Annotated[str, AfterValidator(_compiles)]


class ToolClasses(Written):
    """`[tools]`: names of tools, or patterns with `*`, by what they do."""

    write: list[str] = Field(default_factory=list, description="Tools that act on the world.")
    read: list[str] = Field(default_factory=list, description="Tools that only look.")


class Limits(Written):
    """`[limits]`, and the same below `[cases.ID]`."""

    max_calls: int | None = Field(default=None, ge=0, description="Most tool calls of a run.")
    max_requests: int | None = Field(
        default=None,
        ge=0,
        validation_alias=AliasChoices("max_requests", "max_turns"),
        description="Most requests of a run (`max_turns` is read as the same).",
    )
    max_writes: int | None = Field(
        default=None, ge=0, description="Most successful write calls of a run; 1 where not told."
    )
    max_writes_by_tool: dict[str, int] | None = Field(default=None, description="The same for single tools.")
    required: list[str] | None = Field(default=None, description="Tools that must have been called with success.")
    required_order: list[str] | None = Field(
        default=None, description="Tools whose first successes come in this order."
    )
    allowed_stop_reasons: list[str] | None = Field(default=None, description="Stop reasons that may occur.")
    read_before_write: bool | None = Field(default=None, description="Whether a write needs a visible read before it.")
    expect_zero_tools: bool | None = Field(default=None, description="No tool call is expected.")


class Reading(Written):
    """`[reading]`: how the invariants are read where there is a choice."""

    strict: bool = Field(default=False, description="The seven invariants word by word as first published.")
    required_means: Literal["succeeded", "attempted"] = "succeeded"
    retry_is_duplicate: bool = Field(default=False, description="A call equal to one that failed is a duplicate.")
    write_resets_duplicates: bool = Field(default=True, description="The same read after a write is a new one.")
    recovered_by: Literal["same_arguments", "same_tool"] = "same_arguments"
    error_patterns: list[Pattern] = Field(default_factory=list, description="A result that matches one failed.")


class Normalise(Written):
    """`[normalise]`: what differs on every run and says nothing."""

    patterns: dict[str, Pattern] = Field(default_factory=dict, description="Placeholder -> regular expression.")
    keys: list[str] | None = Field(default=None, description="`tool.path` of values to mask, with `*` for any text.")
    sets: list[str] = Field(default_factory=list, description="`tool.path` of lists whose order says nothing.")


class CasePolicy(Limits):
    """`[cases.ID]`: what differs for one case."""

    write_tools: list[str] | None = Field(default=None, description="Tools that act, for this case only.")


class PolicyFile(Written):
    """The whole file."""

    tools: ToolClasses = Field(default_factory=ToolClasses)
    requires: dict[str, list[str]] = Field(
        default_factory=dict, description="Write tool -> tools whose result must be visible before it is asked for."
    )
    limits: Limits = Field(default_factory=Limits)
    reading: Reading = Field(default_factory=Reading)
    normalise: Normalise = Field(default_factory=Normalise)
    cases: dict[str, CasePolicy] = Field(default_factory=dict)


@dataclass(frozen=True)
class Policies:
    """The policy for every run, and what differs for the runs of a case."""

    base: Policy = field(default_factory=Policy)
    cases: dict[str, CasePolicy] = field(default_factory=dict)

    def of_case(self, case: str | None) -> Policy:
        """The policy for runs of a case."""
        own = None if case is None else self.cases.get(case)
        return self.base if own is None else replace(self.base, **_told(own))


def read_policy(path: str | Path) -> Policy:
    """The policy that a file declares for every run.

    Raises:
        RunFileError: as `read_policies`.
    """
    return read_policies(path).base


def read_policies(path: str | Path) -> Policies:
    """The policy that a file declares, with its cases.

    Raises:
        RunFileError: the file is missing, no TOML or YAML, or says something a policy does not know; with the line.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a policy file") from error
    return policies_of(str(path), content)


def policies_of(path: str, content: bytes) -> Policies:
    """The same for a file that is at hand; `path` is what sentences call it.

    Raises:
        RunFileError: as `read_policies`.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RunFileError(path, "is no UTF-8 text: a policy is a TOML or YAML file") from error
    stored = _yaml(path, text) if Path(path).suffix in (".yaml", ".yml") else _toml(path, text)
    try:
        found = PolicyFile.model_validate(stored)
    except ValidationError as error:
        keys = [str(key) for key in error.errors()[0]["loc"]]
        raise RunFileError(f"{path}:{_line_of(text, keys)}", first_problem(error)) from error
    both = set(found.tools.write) & set(found.tools.read)
    if both:
        raise RunFileError(path, f"names {', '.join(sorted(both))} as read and as write: choose one")
    return Policies(_base(found), found.cases)


def _base(found: PolicyFile) -> Policy:
    normalise = found.normalise
    rules = Rules(
        (*DEFAULT_RULES.patterns, *normalise.patterns.items()),
        DEFAULT_RULES.keys if normalise.keys is None else tuple(normalise.keys),
        tuple(normalise.sets),
    )
    reading = found.reading
    return Policy(
        frozenset(found.tools.write),
        frozenset(found.tools.read),
        {tool: tuple(needed) for tool, needed in found.requires.items()},
        **_told(found.limits),
        strict=reading.strict,
        required_means=reading.required_means,
        retry_is_duplicate=reading.retry_is_duplicate,
        write_resets_duplicates=reading.write_resets_duplicates,
        recovered_by=reading.recovered_by,
        error_patterns=tuple(reading.error_patterns),
        rules=rules,
    )


def _told(limits: Limits) -> dict[str, Any]:
    """What is said, in the types of a Policy; a limit that is not named stays as it was."""
    told: dict[str, Any] = {}
    for name in limits.model_fields_set:
        value = getattr(limits, name)
        if name == "allowed_stop_reasons":
            value = STOP_REASONS_ALLOWED if value is None else frozenset(value)
        elif name == "write_tools":
            value = frozenset(value or ())
        elif isinstance(value, list):
            value = tuple(value)
        if value is not None or name in ("max_calls", "max_requests", "max_writes"):
            told[name] = value
    return told


def _toml(path: str, text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RunFileError(path, f"is no TOML: {error}") from error


def _yaml(path: str, text: str) -> Any:
    import yaml  # late: it takes as long to import as twenty runs to check, and most policies are TOML

    try:
        return yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = path if mark is None else f"{path}:{mark.line + 1}"
        raise RunFileError(place, f"is no YAML: {getattr(error, 'problem', None) or 'cannot be read'}") from error


def _line_of(text: str, keys: list[str]) -> int:
    """The line that sets the key, or opens its table."""
    names = [key for key in keys if not key.isdigit()]
    for name in reversed(names):
        pattern = re.compile(rf'^\s*(?:\[+\s*)?(?:[\w.-]+\.)?"?{re.escape(name)}"?\s*(?:=|\.|\]|:)')
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.match(line):
                return number
    return 1


def schema() -> bytes:
    """The JSON Schema of a policy file."""
    return msgspec.json.format(msgspec.json.encode(PolicyFile.model_json_schema()), indent=2) + b"\n"
