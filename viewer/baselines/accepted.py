"""An accepted path of a case: who took it for good, when, why, and in place of what."""

from datetime import datetime
from hashlib import sha256
from typing import Literal

import msgspec
from pydantic import Field

from viewer.analysis.run_path import RunPath
from viewer.model.hashes import canonical_json
from viewer.written import Written

VERSION = 1


class Acceptance(Written):
    """One entry of a case's history."""

    action: Literal["accept", "revert"] = "accept"
    path: RunPath
    run_key: str | None = Field(description="Key of the run it was taken from; None after a revert by hand.")
    run_hash: str | None = Field(description="Its hash when it was accepted.")
    source: str | None = Field(default=None, description="Where the run was read.")
    reason: str = Field(min_length=3, description="Typed by the person who accepted it.")
    accepted_by: str = Field(min_length=1)
    accepted_at: datetime
    previous: str | None = Field(description="Hash of the entry before it; None: the first.")
    violations: tuple[str, ...] = Field(
        default=(), description="Invariants that were broken, overridden by the reason."
    )

    @property
    def hash(self) -> str:
        """The sha256 of the entry: what the next one names as its previous."""
        return sha256(canonical_json(self.model_dump(mode="json"))).hexdigest()


class History(Written):
    """The file of a case: `CASE.json` in the folder of baselines."""

    format: Literal["trajectory-viewer-baseline"] = "trajectory-viewer-baseline"
    version: Literal[1] = 1
    case: str
    entries: tuple[Acceptance, ...] = ()

    @property
    def current(self) -> Acceptance | None:
        """The path that counts."""
        return self.entries[-1] if self.entries else None

    def broken_links(self) -> tuple[str, ...]:
        """Sentences on entries whose `previous` is not the hash of the entry before: the file was edited."""
        before: str | None = None
        found = []
        for number, entry in enumerate(self.entries, 1):
            if entry.previous != before:
                found.append(f"entry {number} names another entry before it than the one that stands there")
            before = entry.hash
        return tuple(found)


def schema() -> bytes:
    """The JSON Schema of a baseline file."""
    return msgspec.json.format(msgspec.json.encode(History.model_json_schema()), indent=2) + b"\n"
