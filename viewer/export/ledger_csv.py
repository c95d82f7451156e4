"""The ledger as a table: a row a message, for a spreadsheet that must not run what stands in it."""

import csv
import io
import re
from collections.abc import Callable

from viewer.export.exported import Exported
from viewer.export.readable import told
from viewer.model.run import Run

Shown = Callable[[str], str]
COLUMNS = (
    "message",
    "role",
    "producers",
    "saw",
    "control",
    "input_tokens",
    "stop_reason",
    "timestamp",
    "records",
    "content",
)
LONGEST = 30_000
"""Characters of a cell: spreadsheets cut at 32,767."""
_FORMULA = re.compile(r"[=+\-@\t\r](?![\d.,]*$)")


def ledger_csv(run: Run, shown: Shown) -> Exported:
    """One row a message; long content is cut and says so."""
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(COLUMNS)
    for message, one in zip(run.messages, told(run), strict=True):
        facts = dict(one.facts)
        content = "\n".join(f"{piece.position} {piece.title}\n{piece.text}" for piece in one.pieces)
        if len(content) > LONGEST:
            content = f"{content[:LONGEST]}… ({len(content):,} characters in all)"
        row = (
            str(message.index),
            message.role,
            " and ".join(producer.who for producer in message.producers),
            facts.get("saw") or facts.get("acted on with") or "",
            facts["control"],
            facts.get("input tokens", "").replace(",", ""),
            facts.get("stop_reason", ""),
            message.timestamp or "",
            " ".join(map(str, message.records)),
            content,
        )
        table.writerow([_cell(shown(value)) for value in row])
    return Exported(file.getvalue().encode("utf-8", "backslashreplace"), ".csv", "text/csv", ())


def _cell(text: str) -> str:
    """A formula gets an apostrophe before it; negative numbers stay numbers."""
    return f"'{text}" if _FORMULA.match(text) else text
