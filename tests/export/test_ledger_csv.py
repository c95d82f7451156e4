"""The ledger as a table that a spreadsheet does not run."""

import csv
import io

import msgspec
from conftest import sample

from viewer.export.ledger_csv import COLUMNS, LONGEST, ledger_csv
from viewer.model.block import Text
from viewer.model.run import Run

REFUND = sample("refund/refund.json")


def _rows(run: Run) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(ledger_csv(run, str).text.decode())))


def test_there_is_a_row_a_message_with_the_four_facts() -> None:
    rows = _rows(REFUND)
    assert tuple(rows[0]) == COLUMNS
    assert (rows[3]["producers"], rows[3]["saw"], rows[3]["control"]) == (
        "model",
        "[0–2] (derived: 0..n-1)",
        "loop: the message holds a tool_use",
    )
    assert [row["input_tokens"] for row in rows] == ["", "1420", "", "not recorded", "", "2690", "", "2930"]


def test_a_formula_is_no_formula_any_more() -> None:
    run = msgspec.structs.replace(
        REFUND,
        messages=(msgspec.structs.replace(REFUND.messages[0], timestamp='=HYPERLINK("x")'), *REFUND.messages[1:]),
    )
    assert _rows(run)[0]["timestamp"] == '\'=HYPERLINK("x")'


def test_long_content_is_cut_and_says_how_long_it_is() -> None:
    first = msgspec.structs.replace(REFUND.messages[0], blocks=(Text("x" * 70_000),))
    content = _rows(msgspec.structs.replace(REFUND, messages=(first, *REFUND.messages[1:])))[0]["content"]
    assert len(content) < LONGEST + 100
    assert content.endswith("(70,011 characters in all)")
