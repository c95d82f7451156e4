"""Reads an access file (TOML): who may sign in, with which role, and below which paths."""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from viewer.access import OUT, Access, Role, Rule
from viewer.errors import RunFileError

HOURS = 12.0
EXAMPLE = """\
[[allow]]
email = "ann@example.org"
role = "admin"

[[allow]]
claim = "groups"
value = "agents-team-a"
role = "reviewer"
paths = ["team-a", "!team-a/private"]

[[allow]]
email = "*@example.org"
role = "reader"
"""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Allow(_Part):
    role: Role
    email: str | None = Field(default=None, min_length=3)
    claim: str | None = Field(default=None, min_length=1)
    value: str | None = Field(default=None, min_length=1)
    issuer: str | None = None
    paths: list[str] | None = None

    @model_validator(mode="after")
    def _names_somebody(self) -> "_Allow":
        if self.email is None and self.claim is None:
            raise ValueError("names nobody: give it an email, or a claim with its value")
        if (self.claim is None) != (self.value is None):
            raise ValueError("a claim needs its value, and a value its claim")
        for path in self.paths or ():
            if path.startswith(("/", OUT + "/")) or "://" in path or ".." in path.split("/"):
                raise ValueError(f"{path}: paths stand below the folder that is opened, such as team-a/prod")
        return self

    def rule(self) -> Rule:
        prefixes = None if self.paths is None else tuple(self.paths)
        return Rule(self.role, self.email, self.claim, self.value, self.issuer, prefixes)


class _File(_Part):
    allow: list[_Allow] = Field(min_length=1)
    hours: float = Field(default=HOURS, gt=0)
    hosts: list[str] = Field(default_factory=list)


def read_access(path: Path) -> Access:
    """The rules of a file.

    Raises:
        RunFileError: it cannot be read, or says something that is no rule. Nobody may be let in then.
    """
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        file = _File.model_validate(told)
    except (OSError, UnicodeDecodeError) as error:
        raise RunFileError(str(path), f"cannot be read ({error})") from error
    except tomllib.TOMLDecodeError as error:
        raise RunFileError(str(path), f"is no TOML ({error})") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(one + 1) if isinstance(one, int) else str(one) for one in first["loc"])
        raise RunFileError(str(path), f"{place or 'allow'}: {first['msg']}; a rule looks like\n{EXAMPLE}") from error
    return Access(tuple(one.rule() for one in file.allow), file.hours, tuple(file.hosts))
