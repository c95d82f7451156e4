"""Reads `cases.jsonl`: what each case asks, and what its runs may and must do."""

from pathlib import Path
from typing import Any

import msgspec
from pydantic import AliasChoices, Field, ValidationError

from viewer.errors import RunFileError
from viewer.written import Written, first_problem


class Case(Written):
    """One line of the file. What is not named is not checked."""

    id: str = Field(min_length=1, description="What runs name as their `case`.")
    prompt: str | None = Field(default=None, description="What the caller asks.")
    max_calls: int | None = Field(default=None, ge=0, description="Most tool calls of a run.")
    max_requests: int | None = Field(
        default=None,
        ge=0,
        validation_alias=AliasChoices("max_requests", "max_turns"),
        description="Most requests of a run (`max_turns` is read as the same).",
    )
    required: tuple[str, ...] = Field(default=(), description="Tools that must have been called, with success.")
    required_order: tuple[str, ...] = Field(
        default=(), description="Tools whose first successful calls come in this order."
    )
    expect_zero_tools: bool = Field(default=False, description="No tool call is expected at all.")
    write_tools: tuple[str, ...] | None = Field(default=None, description="Tools that act, for this case only.")
    max_writes: int | None = Field(default=None, ge=0, description="Most successful write calls of a run.")
    allowed_stop_reasons: tuple[str, ...] | None = Field(default=None, description="Stop reasons that may occur.")
    read_before_write: bool | None = Field(default=None, description="Whether a write needs a visible read before it.")

    @property
    def asks_for_no_tool(self) -> bool:
        """A case that only asserts silence: it is left out of averages of drift."""
        return self.expect_zero_tools or self.max_calls == 0

    def contradictions(self) -> tuple[str, ...]:
        """Sentences on demands that no run can meet."""
        found = []
        if self.max_calls is not None and self.max_calls < len(self.required):
            found.append(f"case {self.id}: {len(self.required)} tools are required, but only {self.max_calls} calls")
        elif self.asks_for_no_tool and self.required:
            found.append(f"case {self.id}: no tool call is expected, but {', '.join(self.required)} required")
        missing = [tool for tool in self.required_order if tool not in self.required]
        if missing and self.asks_for_no_tool:
            found.append(f"case {self.id}: no tool call is expected, but an order of {', '.join(missing)}")
        return tuple(found)


def read_cases(path: str | Path) -> dict[str, Case]:
    """The cases of a file by id, in its order.

    Raises:
        RunFileError: the file is missing, a line is no case, or an id stands twice; with the line.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a file of cases") from error
    return cases_of(str(path), content)


def cases_of(path: str, content: bytes) -> dict[str, Case]:
    """The same for a file that is at hand; `path` is what sentences call it.

    Raises:
        RunFileError: as `read_cases`.
    """
    cases: dict[str, Case] = {}
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        case = _case(f"{path}:{number}", line)
        if case.id in cases:
            raise RunFileError(f"{path}:{number}", f"case {case.id} stands in the file twice: give it another id")
        cases[case.id] = case
    return cases


def _case(place: str, line: bytes) -> Case:
    try:
        value: Any = msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise RunFileError(place, f"is no JSON ({error}): one case a line") from error
    try:
        return Case.model_validate(value)
    except ValidationError as error:
        raise RunFileError(place, first_problem(error)) from error


def case_of(attributes: dict[str, Any], label: str | None) -> str | None:
    """The case that a run names: its attribute `case` or `case_id`, else its label."""
    for name in ("case", "case_id"):
        if isinstance(attributes.get(name), str | int):
            return str(attributes[name])
    return label
