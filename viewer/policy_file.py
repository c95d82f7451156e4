"""Reads a policy file: what a reviewer declares about tools, in TOML."""

import re
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from viewer.analysis.policy import Policy
from viewer.errors import RunFileError


class ToolClasses(BaseModel):
    """`[tools]`: names of tools by what they do."""

    model_config = ConfigDict(extra="forbid")

    write: list[str] = Field(default_factory=list, description="Tools that act on the world.")
    read: list[str] = Field(default_factory=list, description="Tools that only look.")


class PolicyFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid")

    tools: ToolClasses = Field(default_factory=ToolClasses)
    requires: dict[str, list[str]] = Field(
        default_factory=dict, description="Write tool -> tools whose result must be visible before it is asked for."
    )


def read_policy(path: str | Path) -> Policy:
    """The policy that a file declares.

    Raises:
        RunFileError: the file is missing, no TOML, or says something a policy does not know; with the line.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror}): name a policy file") from error
    except UnicodeDecodeError as error:
        raise RunFileError(str(path), "is no UTF-8 text: a policy is a TOML file") from error
    try:
        found = PolicyFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise RunFileError(str(path), f"is no TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(key) for key in first["loc"]]
        place = f"{path}:{_line_of(text, keys)}"
        raise RunFileError(place, f"`{'.'.join(keys)}`: {first['msg'].lower()}") from error
    both = set(found.tools.write) & set(found.tools.read)
    if both:
        raise RunFileError(str(path), f"names {', '.join(sorted(both))} as read and as write: choose one")
    return Policy(
        frozenset(found.tools.write),
        frozenset(found.tools.read),
        {tool: tuple(needed) for tool, needed in found.requires.items()},
    )


def _line_of(text: str, keys: list[str]) -> int:
    """The line that sets the key, or opens its table."""
    names = [key for key in keys if not key.isdigit()]
    for name in reversed(names):
        pattern = re.compile(rf'^\s*(?:\[+\s*)?(?:[\w.-]+\.)?"?{re.escape(name)}"?\s*(?:=|\.|\])')
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.match(line):
                return number
    return 1
