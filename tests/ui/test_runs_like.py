from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import sample

from viewer.index.filter_line.parser import parse
from viewer.model.block import ToolUse
from viewer.ui.run_segments import Segment
from viewer.ui.runs_like import (
    argument_segments,
    attribute_segments,
    call_segments,
    called_tool,
    error_segments,
    finding_segments,
)

CALL = ToolUse("1", "issue refund", {"order": {"id": "4471"}, "lines": [{"cents": 8900}], "odd key": True, "ok": None})


def line_of(segments: list[Segment]) -> str:
    """The filter of the link, which has to be one that can be read."""
    (link,) = (one for one in segments if isinstance(one, dict))
    query = parse_qs(urlsplit(link["page"]).query)
    assert query["seen"] == ["true"]
    (line,) = query["filter"]
    assert parse(line) is not None
    return line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("order.id", '"issue refund".order.id = "4471"'),
        ("lines[0].cents", '"issue refund"."lines[0]".cents = 8900'),
        ('["odd key"]', '"issue refund"."[\\"odd key\\"]" = true'),
    ],
)
def test_a_value_leads_to_the_runs_whose_calls_hold_it(path: str, line: str) -> None:
    assert line_of(argument_segments(CALL, path)) == line


@pytest.mark.parametrize("path", [None, "order", "ok", "nothing", "order.id.x"])
def test_what_the_index_does_not_hold_has_no_link(path: str | None) -> None:
    assert argument_segments(CALL, path) == []


def test_a_call_an_error_a_finding_and_an_attribute_lead_to_theirs() -> None:
    assert line_of(call_segments("t")) == "tool = t"
    assert line_of(error_segments("t")) == "(tool = t and error = true)"
    assert line_of(finding_segments("parity")) == "finding = parity"
    assert line_of(attribute_segments("my key", "v 1")) == 'attr."my key" = "v 1"'


def test_a_credential_never_stands_in_an_address() -> None:
    assert attribute_segments("key", "sk-abcdefghijklmnop1234567890") == []
    assert attribute_segments("password", "hunter2hunter2hunter2") == []
    assert attribute_segments("long", "x" * 5_000) == [] == attribute_segments("huge", 10**6000)


def test_the_tool_of_a_call_is_found_by_its_place() -> None:
    run = sample("refund/refund.json")
    assert called_tool(run, (5, 0)) == "issue_refund"
    assert called_tool(run, (0, 0)) == ""
