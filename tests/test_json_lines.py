"""JSON lines: one object a line, whatever text, number or depth a run holds."""

import json
from typing import Any

import msgspec
import pytest

from viewer.json_lines import json_line
from viewer.model.source import Part


@pytest.mark.parametrize(
    "value",
    [
        {"text": "ü€😀 \u2028 </script>"},
        {"half": "ok \udcb2 end", "\ud83d": [1]},
        {"id": 107505301260286111, "big": 10**4000, "negative": -(2**70)},
        {"a": [1.5, True, None, {"b": "x\ny"}]},
        [],
    ],
)
def test_a_line_reads_back_as_the_value_and_is_one_line_of_utf8(value: Any) -> None:
    line = json_line(value)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line.decode("utf-8")) == value


def test_classes_of_the_model_are_written_as_objects() -> None:
    part = Part("a.json", "v", 3)
    assert json.loads(json_line({"part": part, "half": "\udcb2"}))["part"] == msgspec.to_builtins(part)
    assert json.loads(json_line({"part": part}))["part"] == msgspec.to_builtins(part)
