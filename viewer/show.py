"""`show --json`: a run with every derived fact and its status (contracts.md)."""

from dataclasses import asdict
from typing import Any

import msgspec

from viewer.analysis.checks.registry import findings
from viewer.analysis.context import visible
from viewer.analysis.control import control
from viewer.analysis.not_in_file import not_in_file
from viewer.analysis.pairing import pair
from viewer.formats import canonical
from viewer.model.hashes import message_hash, run_hash, run_key
from viewer.model.run import Run


def show(run: Run) -> dict[str, Any]:
    """The canonical document of the run, and the derived parts."""
    made = canonical.document(run)
    pairing = pair(run.messages)
    for message, entry, saw, moved in zip(
        run.messages, made["messages"], visible(run, pairing), control(run), strict=True
    ):
        entry["hash"] = message_hash(message)
        entry["visible"] = msgspec.structs.asdict(saw)
        entry["control"] = asdict(moved)
    made["key"] = run_key(run)
    made["run_hash"] = run_hash(run)
    made["source"] = {"name": run.source.name, "format": run.format}
    made["findings"] = msgspec.to_builtins(findings(run, pairing))
    made["not_in_file"] = [asdict(gap) for gap in not_in_file(run)]
    return made
