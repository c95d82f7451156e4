"""Which results hold nothing."""

import pytest

from viewer.analysis.evidence.empty_lookup import is_empty
from viewer.model.block import ToolResult


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", None, [], '{"orders": [], "count": 0}', '{"data": {}}'])
def test_nothing_found_is_empty(content: object) -> None:
    assert is_empty(ToolResult("a", content))


@pytest.mark.parametrize("content", ["no orders", '{"count": 1}', "[0]", '{"ok": false}', "{broken"])
def test_anything_said_is_not_empty(content: object) -> None:
    assert not is_empty(ToolResult("a", content))
